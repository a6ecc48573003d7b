"""Forms that are shown again as they were typed, before they are complete.

Some buttons do something with what is typed and save nothing, such as reading a line of authors.
Nobody wants to hear then what is still missing.
"""

from django.forms.utils import ErrorDict


def is_shown_again(request):
    """Whether this request only shows its form again."""
    return getattr(request, "shown_again", False)


class FormAgain:
    """A form that can keep quiet about its errors; it is never valid then."""

    is_shown_again = False

    def full_clean(self):
        if self.is_shown_again:
            self._errors, self.cleaned_data = ErrorDict(), {}
        else:
            super().full_clean()

    def is_valid(self):
        return not self.is_shown_again and super().is_valid()


class RowsAgain:
    """A list of rows that can keep quiet about its errors; it is never valid then."""

    is_shown_again = False

    def full_clean(self):
        if self.is_shown_again:
            self._errors = [ErrorDict() for _row in self.forms]
            self._non_form_errors = self.error_class(error_class="nonform", renderer=self.renderer)
        else:
            super().full_clean()

    def is_valid(self):
        return not self.is_shown_again and super().is_valid()
