"""The site map. Addresses never die: a moved page leaves a permanent redirect."""

from django.contrib import admin
from django.urls import include, path

from labsite import accounts, editor, preview
from labsite.icon import icon

urlpatterns = [
    path("favicon.ico", icon),
    path("admin/", admin.site.urls),
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", accounts.Logout.as_view(), name="logout"),
    # The admin's login page looks for this name, and leads there.
    path("password-reset/", accounts.PasswordReset.as_view(), name="admin_password_reset"),
    path("password-reset/sent/", accounts.PasswordResetSent.as_view(), name="password-reset-sent"),
    path("password-reset/done/", accounts.NewPasswordSet.as_view(), name="new-password-set"),
    path("password-reset/<uidb64>/<token>/", accounts.NewPassword.as_view(), name="new-password"),
    path("editor/preview/", editor.preview, name="editor-preview"),
    path("editor/upload/", editor.upload, name="editor-upload"),
    path("preview/<str:token>/", preview.preview, name="preview"),
    path("preview/<str:token>/<path:rest>", preview.preview, name="preview-part"),
    path("", include("labsite.site.urls")),
    path("", include("publications.urls")),
    # Last, because it ends with the free pages below a lab, which match any word.
    path("", include("people.urls")),
]

handler400 = "labsite.errors.misunderstood"
handler500 = "labsite.errors.failure"
