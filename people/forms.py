"""What visitors may ask of lists of people."""

from django import forms


class PeopleFilter(forms.Form):
    """Which people a list shows; whatever it does not know is passed over."""

    status = forms.ChoiceField(choices=[("former", "")], required=False)

    @property
    def wants_former(self):
        return self.is_valid() and self.cleaned_data["status"] == "former"
