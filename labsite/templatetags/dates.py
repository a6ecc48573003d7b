"""Partial dates and periods as marked-up words."""

from django import template
from django.utils.html import format_html

from labsite.partial_dates import words
from labsite.periods import sentence

register = template.Library()


def time_element(iso, *, short=False):
    """A ``<time>`` element, or nothing for an unknown date."""
    if not iso:
        return ""
    return format_html('<time datetime="{}">{}</time>', iso, words(iso, short=short))


@register.filter
def partial_date(iso):
    """14 June 2025, June 2025 or 2025, as precise as it was given."""
    return time_element(iso)


@register.filter
def period(stretch):
    """2019 – 2023 for a finished period, since Feb 2025 for an open one."""
    return format_html(
        sentence(stretch.start, stretch.end, stretch.ending),
        start=time_element(stretch.start, short=True),
        end=time_element(stretch.end, short=True),
    )
