"""Who has a name already: asked before somebody is added a second time."""

from labsite.periods import period_words
from people.likeness import words_of
from people.matching import Members


class Namesakes:
    """The people of the site, to be asked about many names; what they once were called is not.

    ``members`` are those of whom whoever asks may hear.
    """

    def __init__(self, members):
        self._spellings = Members(knows_former_names=False)
        self._members = members.prefetch_related(None).prefetch_related("memberships__lab")
        self._read = {}

    def of(self, *names):
        """The members who are called by one of these names."""
        self.read(names)
        return [member for key in sorted(self._keys(names)) if (member := self._read[key])]

    def read(self, names):
        """Fetch all who are called by one of these names, before each name is asked about."""
        if missing := self._keys(names) - self._read.keys():
            self._read |= dict.fromkeys(missing) | self._members.in_bulk(missing)

    def only(self, name):
        """The one member who is called so, or None where there are none or several."""
        found = self.of(name)
        return found[0] if len(found) == 1 else None

    def _keys(self, names):
        return {key for name in names if words_of(name) for key in self._spellings.candidates(name)}


def in_words(member):
    """What tells a person from others of the same name: "PhD student, DAIR, since 2021"."""
    stays = list(member.memberships.all())
    current = [stay for stay in stays if stay.is_current()]
    return stay_in_words((current or stays)[0]) if stays else ""


def stay_in_words(stay):
    """A stay in a lab in a few words."""
    dates = period_words(stay.start, stay.end, stay.ending)
    return ", ".join(filter(None, [str(stay.printed_title), stay.lab.label, dates]))
