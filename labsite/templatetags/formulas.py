"""Formulas in titles and abstracts, which are plain text otherwise."""

from django import template

from labsite.markdown import inline_math

register = template.Library()


@register.filter
def formulas(text):
    """Escaped text whose ``$…$`` formulas read well without JavaScript."""
    return inline_math(text)
