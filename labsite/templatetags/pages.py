"""What templates need to walk through a long list page by page."""

from django import template

register = template.Library()


@register.filter
def page_numbers(page):
    """The numbers around this page and at both ends, with None where some are left out."""
    paginator = page.paginator
    numbers = paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)
    return [None if number == paginator.ELLIPSIS else number for number in numbers]
