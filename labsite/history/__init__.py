"""The history of records: every change with its parts as one step, seen, put back and undone.

- ``states``: what is remembered of a record;
- ``recording``: steps, and what goes down about them;
- ``restoring``: putting back, bringing back, undoing a step;
- ``reading``: changes in words;
- ``purging``: taking out what must not be remembered.
"""

from labsite.history.purging import files_in_states, forget, replace_word
from labsite.history.reading import latest
from labsite.history.recording import acting, changes_of, notice, step, touch, write
from labsite.history.restoring import CannotRestoreError, may_restore, restore, undo_step

__all__ = [
    "CannotRestoreError",
    "acting",
    "changes_of",
    "files_in_states",
    "forget",
    "latest",
    "may_restore",
    "notice",
    "replace_word",
    "restore",
    "step",
    "touch",
    "undo_step",
    "write",
]
