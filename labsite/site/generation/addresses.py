"""Addresses, keys and numbers that nothing on the site has yet, found without asking each time."""

from labsite.models import OldAddress
from labsite.slugs import tidy


class FreeWords:
    """Gives each wish a word of its own: "ana-ruiz", then "ana-ruiz-2"."""

    def __init__(self, taken):
        self.taken = set(taken)
        self.numbers = {}

    def take(self, wish):
        number = self.numbers.get(wish, 1)
        word = wish if number == 1 else f"{wish}-{number}"
        while word in self.taken:
            number += 1
            word = f"{wish}-{number}"
        self.numbers[wish] = number
        self.taken.add(word)
        return word


class FreeAddresses(FreeWords):
    """Addresses for new records of one kind; those that records once had stay theirs."""

    def __init__(self, model):
        former = OldAddress.objects.filter(kind=model._meta.label_lower)
        super().__init__(
            [
                *model._base_manager.values_list("slug", flat=True),
                *former.values_list("address", flat=True),
            ]
        )
        self.fallback = model.address_word or model._meta.model_name

    def take(self, wish):
        return super().take(tidy(wish) or self.fallback)


def free_values(model, field):
    """The values of ``field`` that are taken already, as ``FreeWords``."""
    rows = model._base_manager.exclude(**{field: ""})
    return FreeWords(rows.values_list(field, flat=True))
