"""YAML with every value as the text that stands there: 1.10 is no number, NO is no "false".

Each mapping knows the lines of its keys. Aliases are followed as far as a file of this size can
mean it; a file that unfolds without end is refused.
"""

import yaml
from django.utils.translation import gettext as _

from publications.importing.readings import UnreadableError

LARGEST = 256 * 1024  # characters; hand-written files are far smaller
LARGEST_UNFOLDED = 50_000  # values, aliases followed
_DEEPEST = 40
_EMPTY = {"~", "null", "Null", "NULL"}


class Mapping(dict):
    """Values by their keys, with the line on which each key stands."""

    def __init__(self):
        super().__init__()
        self.lines = {}
        self.line = 1


def read(text):
    """What a YAML text says; raises UnreadableError with the line and what to do."""
    if len(text) > LARGEST:
        raise UnreadableError(_("This file is too large to have been written by hand."))
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UnreadableError(
            _(
                "Line %(line)s is not understood. Put values with : # @ %% or quotes in it into"
                " quotation marks."
            )
            % {"line": mark.line + 1 if mark else 1}
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError):
        raise UnreadableError(_("This is not YAML that can be read.")) from None
    return _Unfolding().value_of(node) if node else ""


class _Unfolding:
    """Turns nodes into values, and counts them."""

    def __init__(self):
        self.count = 0

    def value_of(self, node, depth=0):
        self.count += 1
        if self.count > LARGEST_UNFOLDED or depth > _DEEPEST:
            raise UnreadableError(_("The aliases (*) in this file repeat too much of it."))
        if isinstance(node, yaml.SequenceNode):
            return [self.value_of(child, depth + 1) for child in node.value]
        if isinstance(node, yaml.MappingNode):
            return self.mapping_of(node, depth)
        is_plain = node.style is None
        return "" if is_plain and node.value in _EMPTY else node.value

    def mapping_of(self, node, depth):
        mapping = Mapping()
        mapping.line = node.start_mark.line + 1
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            mapping.lines.setdefault(name, key.start_mark.line + 1)
            mapping.setdefault(name, self.value_of(value, depth + 1))
        return mapping
