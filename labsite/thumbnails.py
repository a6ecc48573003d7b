"""Pictures in the editors' workplace: a column of small ones, and a reminder to describe them."""

from django.contrib import admin, messages
from django.utils.html import format_html
from django.utils.translation import gettext as _

from labsite.pictures import undescribed_pictures


def thumbnail_column(name, description):
    """A column with the picture in the field ``name``, small and square."""

    @admin.display(description=description, empty_value="")
    def column(record):
        picture = getattr(record, name)
        if not picture:
            return None
        focus = getattr(record, "focal_point", "")
        return format_html(
            '<img class="thumbnail{}" src="{}" alt="" loading="lazy">',
            f" focus-{focus}" if focus else "",
            picture.small_url,
        )

    return column


class DescribedPictures:
    """What an admin does so that people who cannot see a picture learn what it shows."""

    def save_related(self, request, form, formsets, change):
        """Save the parts, then say which pictures have no description."""
        super().save_related(request, form, formsets, change)
        rows = [row for formset in formsets for row in formset if row not in formset.deleted_forms]
        labels = [
            label
            for saved in [form, *rows]
            if saved.has_changed()
            for label in undescribed_pictures(saved)
        ]
        if labels:
            messages.warning(
                request,
                _(
                    "Without a description: %(pictures)s. People who cannot see a picture do not"
                    " learn what it shows; one sentence in the form is enough."
                )
                % {"pictures": ", ".join(map(str, labels))},
            )
