"""What a page tells machines: whole addresses, and its subject in the words of schema.org."""

from django import template

from labsite import addresses, structured_data

register = template.Library()


@register.filter
def absolute(path):
    """The whole address of a path of ours."""
    return addresses.absolute(path)


@register.simple_tag
def things_of_page(things):
    """The block of a page that says what it is about."""
    return structured_data.script(things)


@register.simple_tag
def trail_of_page(trail, request):
    """The same for a page of which nothing is told but the way to it."""
    return structured_data.script([structured_data.trail_of(trail, request.path)])
