"""Who may do what: the admin, drafts, files and the editor of texts all ask here."""


def may(user, verb, record=None):
    """Tell whether ``user`` may "view", "add", "change" or "delete" this record (or kind of it).

    Site administrators may do everything; nobody else has a say yet.
    """
    return user.is_active and user.is_superuser


def may_edit_anything(user):
    """Tell whether ``user`` writes texts for this site at all."""
    return may(user, "change")


def may_give_rights(user):
    """Tell whether ``user`` decides who signs in as whom, and who may edit what."""
    return user.is_active and user.is_superuser


def looks_after(user, lab_id):
    """Tell whether ``user`` may decide about what once belonged to this lab, or to none."""
    return user.is_active and user.is_superuser
