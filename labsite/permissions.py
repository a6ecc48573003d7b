"""Who may do what: the admin, drafts, files and the editor of texts all ask here."""


def is_site_admin(user):
    """Tell whether ``user`` may do everything on this site."""
    return user.is_active and user.is_superuser


def may(user, verb, record=None):
    """Tell whether ``user`` may "view", "add", "change" or "delete" this record (or kind of it).

    Site administrators may do everything; nobody else has a say yet.
    """
    return is_site_admin(user)


def may_edit_anything(user):
    """Tell whether ``user`` writes texts for this site at all."""
    return may(user, "change")


def may_give_rights(user):
    """Tell whether ``user`` decides who signs in as whom, and who may edit what."""
    return is_site_admin(user)


def looks_after(user, lab_id):
    """Tell whether ``user`` may decide about what once belonged to this lab, or to none."""
    return is_site_admin(user)
