"""Made-up content for trying things out: lifelike in shape, obviously invented.

The same seed gives the same content. Everything is written in large batches, and every column is
made as when somebody saves a form, because the fields do that work themselves.
"""

from random import Random

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from labsite.site.generation.people import People
from labsite.site.generation.works import Works

LIMITS = {"labs": 1_000, "members": 100_000, "publications": 1_000_000}


def check(*, labs, members, publications):
    """Refuse numbers that make no site, with a sentence."""
    for name, number in {"labs": labs, "members": members, "publications": publications}.items():
        if not 0 <= number <= LIMITS[name]:
            raise ValidationError(
                _("--%(name)s must be a number from 0 to %(most)s.")
                % {"name": name, "most": f"{LIMITS[name]:,}"}
            )
    if members and not labs:
        raise ValidationError(_("People need a lab: give --labs 1 or more."))
    if publications and not members:
        raise ValidationError(_("Publications need authors: give --members 1 or more."))


@transaction.atomic
def generate(*, labs, members, publications, seed, tell):
    """Add made-up labs, members and publications, with all that goes with them.

    ``tell`` is called with a sentence about each step.
    """
    check(labs=labs, members=members, publications=publications)
    people = People(Random(seed), tell)  # noqa: S311 -- there is nothing to guess
    people.make_labs(labs)
    people.make_members(members)
    works = Works(Random(f"{seed} works"), people, tell)  # noqa: S311 -- the same
    works.make_publications(publications)
    works.make_everything_else()
