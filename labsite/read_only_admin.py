"""Records that the site keeps by itself, shown in the admin to be read."""

from labsite.admin import RecordAdmin


class ReadOnlyAdmin(RecordAdmin):
    """What nobody adds, changes or deletes by hand."""

    is_part = True

    def get_readonly_fields(self, request, obj=None):
        return self.fields or ()

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False
