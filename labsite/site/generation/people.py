"""Made-up labs and people."""

from itertools import count
from typing import NamedTuple

from django.utils import timezone

from labsite.site.generation import vocabulary
from labsite.site.generation.addresses import FreeAddresses
from people.models import (
    Adviser,
    Award,
    Education,
    Interest,
    Lab,
    LabLink,
    Member,
    MemberLink,
    Membership,
    Opening,
    Page,
    Position,
    Recipient,
    Role,
    Service,
    Teaching,
    Topic,
)

BATCH = 500
MOST_TOPICS = 60
DEPARTMENTS = 8  # one lab in so many is a department, which others are part of
NATIVE = 0.06  # how many people have a name in another script
NAME_ONLY = 0.08  # how many people have no page

# Role, how many of a hundred people have it, and for how many years they stay at most.
ROLES = [
    (Role.FACULTY, 6, 25),
    (Role.RESEARCHER, 8, 12),
    (Role.POSTDOC, 14, 4),
    (Role.ENGINEER, 6, 10),
    (Role.PHD, 38, 5),
    (Role.MASTER, 14, 2),
    (Role.BACHELOR, 6, 1),
    (Role.INTERN, 3, 1),
    (Role.VISITOR, 2, 1),
    (Role.STAFF, 3, 20),
]


class PersonName(NamedTuple):
    """A name in Latin letters and, for some, in its own script."""

    given: str
    family: str
    native: str = ""
    language: str = ""

    @property
    def shown(self):
        return f"{self.given} {self.family}"


def some_name(chance):
    """A name that nobody has."""
    if chance.random() < NATIVE:
        language, families, given_names, gap = chance.choice(vocabulary.NATIVE_NAMES)
        family, native_family = chance.choice(families)
        given, native_given = chance.choice(given_names)
        return PersonName(given, family, f"{native_family}{gap}{native_given}", language)
    family = chance.choice(vocabulary.FAMILY_BEGINNINGS) + chance.choice(vocabulary.FAMILY_ENDINGS)
    return PersonName(chance.choice(vocabulary.GIVEN_NAMES), family)


def create(model, rows):
    """Write the rows and return them with their numbers."""
    return model.objects.bulk_create(rows, batch_size=BATCH)


class People:
    """Labs and members of one run, at hand for what they put out."""

    def __init__(self, chance, tell):
        self.chance = chance
        self.tell = tell
        self.today = timezone.localdate()
        self.labs = []
        self.topics = []
        self.members = []
        self.staff = {}  # the key of a lab: the members of all times, its head first

    def make_labs(self, number):
        """Departments first, then the labs inside them, then a few groups inside labs."""
        self.tell(f"{number:,} labs …")
        addresses = FreeAddresses(Lab)
        names = count(self.chance.randrange(len(vocabulary.FIELDS)))
        departments = number // DEPARTMENTS
        groups = number // 10
        for size, pattern, parents in [
            (departments, "Department of {}", slice(0)),
            (number - departments - groups, "{} Lab", slice(departments)),
            (groups, "{} Group", slice(departments, None)),
        ]:
            above = self.labs[parents]
            rows = [self._lab(next(names), pattern, above, addresses) for _row in range(size)]
            self.labs += create(Lab, rows)
        self._add_to_labs()

    def _lab(self, number, pattern, parents, addresses):
        field = vocabulary.FIELDS[number % len(vocabulary.FIELDS)]
        place = number // len(vocabulary.FIELDS)
        name = pattern.format(field)
        if place:
            name += f" {place + 1}"
        university = vocabulary.UNIVERSITIES[number % len(vocabulary.UNIVERSITIES)]
        parent = self.chance.choice(parents) if parents and self.chance.random() < 0.8 else None
        return Lab(
            name=name,
            short_name="".join(word[0] for word in field.split() if word[0].isupper())
            + (str(place + 1) if place else ""),
            slug=addresses.take(name),
            visibility="public",
            tagline=f"We study {field.lower()} and write down what we find.",
            about=f"The **{name}** at the {university} works on {field.lower()}: in theory, "
            "in software and with the people who use it.\n\nVisitors are welcome on Thursdays.",
            institution=university,
            parent=parent,
            theme_colour=self.chance.choice(Lab._meta.get_field("theme_colour").choices)[0],
            address=f"{1 + number % 90} Harbour Street\n{self.chance.choice(vocabulary.CITIES)[0]}",
            recruiting="We are glad to hear from people who finish what they begin.",
        )

    def _add_to_labs(self):
        topics = FreeAddresses(Topic)
        pages, openings = FreeAddresses(Page), FreeAddresses(Opening)
        wanted = min(MOST_TOPICS, 3 * len(self.labs))
        self.topics = create(
            Topic,
            [
                Topic(
                    name=f"{method} for {task}",
                    slug=topics.take(f"{method} for {task}"),
                    visibility="public",
                    summary=f"How {method.lower()} can help with {task.lower()}.",
                    position=place,
                )
                for place, (method, task) in enumerate(
                    zip(
                        self.chance.choices(vocabulary.METHODS, k=wanted),
                        self.chance.choices(vocabulary.TASKS, k=wanted),
                        strict=True,
                    ),
                    start=1,
                )
            ],
        )
        create(
            LabLink,
            [
                LabLink(
                    owner=lab, label="Code", position=1, url=f"https://code.example.org/{lab.slug}"
                )
                for lab in self.labs
            ],
        )
        create(
            Page,
            [
                Page(
                    lab=lab,
                    title="Visiting us",
                    slug=pages.take(f"visiting-{lab.slug}"),
                    visibility="public",
                    body=f"Take the tram to *Harbour Street* and ask for the {lab.name}.",
                    menu_position=1,
                )
                for lab in self.labs[::4]
            ],
        )
        create(Opening, [self._opening(lab, openings) for lab in self.labs[::3]])

    def _opening(self, lab, addresses):
        kind = self.chance.choice(list(Opening.Kind))
        title = f"{kind.label} in the {lab.name}"
        has_deadline = self.chance.random() < 0.7
        return Opening(
            lab=lab,
            title=title,
            slug=addresses.take(title),
            visibility="public",
            kind=kind,
            text="You will read a lot, build a little and explain it to others.",
            how_to_apply="Write two pages about something you understood.",
            deadline=f"{self.today.year + 1}-{self.chance.randint(1, 12):02}"
            if has_deadline
            else "",
            is_until_filled=not has_deadline,
        )

    def make_members(self, number):
        """People with their stays: each lab gets its head, then everybody joins somewhere."""
        self.tell(f"{number:,} people …")
        addresses = FreeAddresses(Member)
        self.members = create(Member, [self._member(addresses) for _row in range(number)])
        stays = []
        for place, member in enumerate(self.members):
            stays += self._stays(member, place)
        create(Membership, stays)
        for stay in stays:
            team = self.staff.setdefault(stay.lab_id, [])
            team.insert(0 if stay.role == Role.HEAD else len(team), stay.member)
        self._add_advisers(stays)
        self._add_cvs()

    def _member(self, addresses):
        chance, name = self.chance, some_name(self.chance)
        topic = chance.choice(self.topics).name
        return Member(
            display_name=name.shown,
            given_name=name.given,
            family_name=name.family,
            native_name=name.native,
            native_language=name.language,
            slug=addresses.take(name.shown),
            visibility="listed" if chance.random() < NAME_ONLY else "public",
            headline=topic,
            about=f"I work on {topic.lower()}. Before that I was looking at "
            f"{chance.choice(vocabulary.TASKS).lower()} *{chance.choice(vocabulary.SETTINGS)}*.",
            notice="Open to collaborations" if chance.random() < 0.1 else "",
            office=f"{chance.choice('ABCD')} {chance.randint(1, 4)}{chance.randint(0, 99):02}",
            office_shown_to="everyone" if chance.random() < 0.5 else "lab",
        )

    def _stays(self, member, place):
        if place < len(self.labs):
            start = self.today.year - self.chance.randint(4, 25)
            return [
                Membership(member=member, lab=self.labs[place], role=Role.HEAD, start=str(start))
            ]
        role, _share, longest = self.chance.choices(ROLES, weights=[role[1] for role in ROLES])[0]
        start = self.today.year - self.chance.randint(0, min(longest * 3, 25))
        stays = [self._stay(member, role, start, longest)]
        if self.chance.random() < 0.18 and stays[0].end:
            # Whoever came back, or went on to another lab of ours.
            role, _share, longest = self.chance.choice(ROLES)
            stays.append(self._stay(member, role, int(stays[0].end[:4]), longest))
        return stays

    def _stay(self, member, role, start, longest):
        chance = self.chance
        end = start + chance.randint(1, longest)
        stay = Membership(
            member=member, lab=chance.choice(self.labs), role=role, start=f"{start}-{self._month()}"
        )
        if end < self.today.year:
            stay.end, stay.ending = f"{end}-{self._month()}", Membership.Ending.ENDED
            stay.next_title = chance.choice(vocabulary.TITLES_AFTERWARDS)
            stay.next_place = chance.choice(vocabulary.PLACES_AFTERWARDS)
        elif chance.random() < 0.5:
            stay.end, stay.ending = str(end + 1), Membership.Ending.EXPECTED
        return stay

    def _month(self):
        return f"{self.chance.randint(1, 12):02}"

    def _add_advisers(self, stays):
        create(
            Adviser,
            [
                Adviser(membership=stay, member=head, printed_name=head.display_name, position=1)
                for stay in stays
                if stay.role in (Role.PHD, Role.MASTER)
                and (head := self.staff[stay.lab_id][0]).pk != stay.member_id
            ],
        )

    def _add_cvs(self):
        chance, rows = self.chance, {}

        def add(model, **fields):
            rows.setdefault(model, []).append(model(**fields))

        for member in self.members:
            add(
                MemberLink,
                owner=member,
                label="Code",
                url=f"https://code.example.org/{member.slug}",
                position=1,
            )
            if chance.random() < 0.5:
                add(MemberLink, owner=member, label="Scholar", position=2)
            for place, topic in enumerate(
                chance.sample(self.topics, k=min(len(self.topics), chance.randint(1, 3))), start=1
            ):
                kind = "working_on" if place == 1 and chance.random() < 0.3 else "interest"
                add(Interest, member=member, topic=topic, kind=kind, position=place)
            first = self.today.year - chance.randint(4, 30)
            degrees = ["M.Sc.", "B.Sc."] if chance.random() < 0.6 else ["B.Sc."]
            for place, degree in enumerate(degrees, start=1):
                start = first + 4 * (len(degrees) - place)
                add(
                    Education,
                    member=member,
                    degree=degree,
                    field=chance.choice(vocabulary.FIELDS),
                    institution=chance.choice(vocabulary.UNIVERSITIES),
                    start=str(start),
                    end=str(start + 3),
                    ending=Education.Ending.ENDED,
                    position=place,
                )
            if chance.random() < 0.25:
                add(
                    Position,
                    member=member,
                    kind="internship",
                    organisation=chance.choice(vocabulary.PLACES_AFTERWARDS),
                    title="Intern",
                    start=str(first + 2),
                    end=str(first + 2),
                    ending=Position.Ending.ENDED,
                    position=1,
                )
            if chance.random() < 0.2:
                add(
                    Service,
                    member=member,
                    role=chance.choice(vocabulary.SERVICES),
                    organisation=chance.choice(vocabulary.VENUES)[0],
                    years=str(self.today.year - chance.randint(0, 5)),
                    position=1,
                )
            if chance.random() < 0.2:
                add(
                    Teaching,
                    member=member,
                    course=chance.choice(vocabulary.COURSES),
                    role="Teaching assistant",
                    year=str(self.today.year - chance.randint(0, 5)),
                    position=1,
                )
        for model, made in rows.items():
            create(model, made)
        self._add_awards()

    def _add_awards(self):
        winners = self.members[::8]
        awards = create(
            Award,
            [
                Award(
                    title=self.chance.choice(vocabulary.AWARDS),
                    date=str(self.today.year - self.chance.randint(0, 9)),
                    result="Second place" if self.chance.random() < 0.3 else "",
                )
                for _winner in winners
            ],
        )
        create(
            Recipient,
            [
                Recipient(award=award, member=member, printed_name=member.display_name, position=1)
                for award, member in zip(awards, winners, strict=True)
            ],
        )
