"""One request for the look of a page, though each part of it stands in a file of its own."""

import re
from posixpath import dirname, join

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLESHEET = "labsite/css/site.css"
IMPORT = re.compile(r'@import url\("(?P<file>[\w.-]+)"\) layer\((?P<layer>\w+)\);')


class OneStylesheetStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage; collecting the files also pastes the parts into the style sheet.

    A browser meets an import only after it has read the file around it, and paints nothing
    before all of them have come.
    """

    def post_process(self, paths, dry_run=False, **options):
        if STYLESHEET in paths and not dry_run:
            whole = joined(paths)
            # Deleted first, because "collectstatic --link" leaves a link to the source here.
            self.delete(STYLESHEET)
            self.save(STYLESHEET, ContentFile(whole))
            paths = paths | {STYLESHEET: (self, STYLESHEET)}
        yield from super().post_process(paths, dry_run=dry_run, **options)


def joined(paths):
    """The style sheet with every import replaced by the text of its file, in the same layer.

    Always from the sources: the collected copy already has its parts, perhaps older ones.
    """

    def text(name):
        storage, path = paths[name]
        with storage.open(path) as file:
            return file.read().decode()

    def part(found):
        return f"@layer {found['layer']} {{\n{text(join(dirname(STYLESHEET), found['file']))}}}"

    return IMPORT.sub(part, text(STYLESHEET))
