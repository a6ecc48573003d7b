"""Logging in and out, and a new password by mail for who has forgotten theirs."""

import logging
import threading
import unicodedata
from http import HTTPStatus

from axes.utils import reset as forget_wrong_passwords
from django.conf import settings
from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.core import mail
from django.template import loader
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _

from labsite import visitors
from labsite.limits import count, uncount
from labsite.signed_out import KeepsText

logger = logging.getLogger(__name__)

HOUR = 60 * 60
LETTERS_TO, LETTERS_FOR = "password-letters-to", "password-letters-for"
MAILS_TO_AN_ADDRESS = 3
MAILS_FOR_A_VISITOR = 20  # a whole institute may share one network address


class Login(KeepsText, views.LoginView):
    """Name and password; leads back to the page that asked for them, if it is one of ours."""

    template_name = "accounts/login.html"

    def get_default_redirect_url(self):
        if self.request.user.is_staff:
            return reverse("admin:index")
        return super().get_default_redirect_url()

    def get_context_data(self, **kwargs):
        # Django's "site" is only a host name; every page of ours shows the real one.
        return super().get_context_data(**kwargs) | {"site": self.request.site}


class Logout(views.LogoutView):
    """The end of a session, for whoever pressed the button; a link alone ends nothing."""

    template_name = "accounts/logged_out.html"

    def get_context_data(self, **kwargs):
        return super().get_context_data(**kwargs) | {"site": self.request.site}


class PasswordLetterForm(PasswordResetForm):
    """The address that a letter with a link to a new password goes to.

    Whether somebody here has that address must not show: not in a sentence, nor in how long the
    answer takes. So the mail server is called in any case, and written to while nobody waits.
    """

    def save(self, **options):
        """Send the letters; raises OSError when the mail server cannot be reached."""
        self.letters = []
        connection = mail.get_connection()
        connection.open()
        super().save(**options)
        threading.Thread(target=_send, args=(connection, self.letters), name="letters").start()

    def send_mail(
        self, subject_template, letter_template, context, from_email, to_email, *_args, **_options
    ):
        subject = " ".join(loader.render_to_string(subject_template, context).split())
        text = loader.render_to_string(letter_template, context)
        self.letters.append(mail.EmailMessage(subject, text, from_email, [to_email]))


def _send(connection, letters):
    try:
        for letter in letters:
            letter.connection = connection
            letter.send()
        connection.close()
    except Exception:
        # Also what a mail library never promised to raise: nobody is there to catch it.
        logger.exception("A letter about a password could not be sent.")


class PasswordReset(views.PasswordResetView):
    """Asks for an e-mail address, and sends a link for a new password to it."""

    form_class = PasswordLetterForm
    template_name = "accounts/password_reset.html"
    subject_template_name = "accounts/password_letter_subject.txt"
    email_template_name = "accounts/password_letter.txt"
    success_url = reverse_lazy("password-reset-sent")

    @property
    def extra_email_context(self):
        # Never the name that the request used: whoever sends it could write any name there.
        return {"base_url": settings.BASE_URL, "title": self.request.site.title}

    def form_valid(self, form):
        if not is_within_limits(self.request, form.cleaned_data["email"]):
            sentence = _(
                "That was asked for several times already. Please look into your mailbox, also"
                " among the unwanted mail, or try again in an hour."
            )
            return self.refuse(form, sentence, HTTPStatus.TOO_MANY_REQUESTS)
        try:
            return super().form_valid(form)
        except OSError:
            # Who tries again when the server is back has not had any of the letters.
            uncount(LETTERS_TO, as_compared(form.cleaned_data["email"]), seconds=HOUR)
            logger.exception("The mail server cannot be reached.")
            sentence = _(
                "The mail server cannot be reached, so nothing was sent. Please try again in a"
                " few minutes."
            )
            return self.refuse(form, sentence, HTTPStatus.SERVICE_UNAVAILABLE)

    def refuse(self, form, sentence, status):
        form.add_error(None, sentence)
        return self.render_to_response(self.get_context_data(form=form), status=status)


def is_within_limits(request, email):
    """Count a letter that somebody asks for, whether or not anybody here has that address."""
    asked = count(LETTERS_FOR, visitors.address(request), seconds=HOUR)
    return (
        asked <= MAILS_FOR_A_VISITOR
        and count(LETTERS_TO, as_compared(email), seconds=HOUR) <= MAILS_TO_AN_ADDRESS
    )


def as_compared(email):
    """One form of all spellings that Django takes for the same address."""
    return unicodedata.normalize("NFKC", email).casefold()


class PasswordResetSent(views.PasswordResetDoneView):
    """Says that a letter is on its way, if somebody here has that address."""

    template_name = "accounts/password_reset_sent.html"


class NewPassword(views.PasswordResetConfirmView):
    """Behind the link of the letter: the new password, once. It ends all other sessions."""

    template_name = "accounts/new_password.html"
    success_url = reverse_lazy("new-password-set")

    def form_valid(self, form):
        # Ten wrong tries may have brought this person here.
        forget_wrong_passwords(username=self.user.get_username())
        return super().form_valid(form)


class NewPasswordSet(views.PasswordResetCompleteView):
    """Says that the new password holds from now on."""

    template_name = "accounts/new_password_set.html"
