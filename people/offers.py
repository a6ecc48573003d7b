"""What else may be somebody's, asked once a name of theirs has become known.

Another app that keeps names, such as those of authors, registers a question when it is ready; the
pages where people are added or get another name pass the answers on.
"""

from django.contrib import messages
from django.utils.html import format_html
from django.utils.translation import gettext as _

_questions = []


def register(question):
    """Make a question known: ``question(user, members)`` gives pairs of sentence and address."""
    if question not in _questions:
        _questions.append(question)


def tell_offers(request, members):
    """Say what may belong to these people, with a link to the page that decides it."""
    for question in _questions:
        for sentence, address in question(request.user, members):
            told = format_html('{} <a href="{}">{}</a>', sentence, address, _("Look"))
            messages.info(request, told)
