"""Words that must be unique, such as addresses and keys, found for many new records at once."""

from itertools import count


class FreeWords:
    """Gives out words of a column that no row has yet, nor anybody who asked here before.

    ``wishes`` are looked up together, so that those that are free cost one query for all.
    """

    def __init__(self, rows, column, wishes):
        self.rows = rows.order_by()
        self.column = column
        self._asked = {""}
        self._taken = {""}
        self._numbers = {}
        self._ask(wishes)

    def _ask(self, words):
        new = set(words) - self._asked
        if new:
            self._asked |= new
            found = self.rows.filter(**{f"{self.column}__in": new})
            self._taken.update(found.values_list(self.column, flat=True))

    def take(self, wish, numbered, *, first=2):
        """The word itself, or the first that ``numbered`` makes of a number from ``first`` on."""
        if wish not in self._taken:
            self._ask([wish])
        if wish not in self._taken:
            self._taken.add(wish)
            return wish
        stem = numbered(first)
        for number in count(self._numbers.get(stem, first)):
            word = numbered(number)
            if word not in self._asked:
                # The further it goes, the more are asked for at once.
                self._ask(numbered(next_one) for next_one in range(number, 2 * number + 8))
            if word not in self._taken:
                self._numbers[stem] = number + 1
                self._taken.add(word)
                return word
        raise AssertionError
