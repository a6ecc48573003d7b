"""Made-up publications, talks, projects, news and grants."""

from labsite.folding import latin
from labsite.site.generation import vocabulary
from labsite.site.generation.addresses import FreeAddresses, free_values
from labsite.site.generation.people import create, some_name
from publications.models import (
    Authorship,
    Component,
    Funder,
    Grant,
    Kind,
    NewsItem,
    Project,
    ProjectRole,
    Publication,
    PublicationLink,
    PublicationListing,
    Speaker,
    Talk,
    TalkDelivery,
    TalkLink,
    Venue,
)

STEP = 2_000  # publications that are in memory at once
OLDEST = 25  # years
OUTSIDERS = 300
LONG_LIST = 0.01  # how many papers have dozens of authors
KINDS = {
    "conference": Kind.CONFERENCE_PAPER,
    "workshop": Kind.CONFERENCE_PAPER,
    "journal": Kind.JOURNAL_ARTICLE,
    "archive": Kind.PREPRINT,
}


class Works:
    """What the labs and members of one run put out."""

    def __init__(self, chance, people, tell):
        self.chance = chance
        self.people = people
        self.tell = tell
        self.this_year = people.today.year
        self.outsiders = [some_name(chance) for _place in range(OUTSIDERS)]
        self.teams = {lab.pk: lab for lab in people.labs if lab.pk in people.staff}
        self.recent = []  # publications that talks, news and projects are about
        self.grants = []

    def make_publications(self, number):
        if not number:
            return
        self.venues = self._venues()
        self.grants = self._grants()
        addresses = FreeAddresses(Publication)
        dois = free_values(Publication, "doi")
        keys = free_values(Publication, "bibtex_key")
        for done in range(0, number, STEP):
            self.tell(f"publications: {done:,} of {number:,} …")
            size = min(STEP, number - done)
            self._make_step([self._publication(addresses, dois) for _row in range(size)], keys)

    def _venues(self):
        known = {venue.name: venue for venue in Venue.objects.all()}
        missing = [
            Venue(name=name, short_name=short, kind=kind)
            for name, short, kind in vocabulary.VENUES
            if name not in known
        ]
        known |= {venue.name: venue for venue in create(Venue, missing)}
        return [known[name] for name, _short, _kind in vocabulary.VENUES]

    def _grants(self):
        funders = [
            Funder.objects.get_or_create(name=name)[0]
            for name in ("Harbour Foundation", "Council for Patient Research")
        ]
        grants = create(
            Grant,
            [
                Grant(
                    title=f"{self.chance.choice(vocabulary.QUALITIES)} "
                    f"{self.chance.choice(vocabulary.METHODS)}",
                    number=f"{self.chance.choice('ABC')}-{self.chance.randint(1000, 9999)}",
                    funder=self.chance.choice(funders),
                    start=str(self.this_year - self.chance.randint(0, 6)),
                )
                for _lab in self.people.labs
            ],
        )
        self._join(Grant.labs, zip(grants, self.people.labs, strict=True))
        return grants

    def _join(self, relation, pairs):
        """Write many rows of a many-to-many relation at once."""
        field, rows = relation.field, relation.through
        ours, theirs = (
            rows._meta.get_field(name).attname
            for name in (field.m2m_field_name(), field.m2m_reverse_field_name())
        )
        create(rows, [rows(**{ours: owner.pk, theirs: other.pk}) for owner, other in pairs])

    def _title(self):
        chance = self.chance
        title = (
            f"{chance.choice(vocabulary.QUALITIES)} {chance.choice(vocabulary.METHODS)} "
            f"for {chance.choice(vocabulary.TASKS)}"
        )
        return f"{title} {chance.choice(vocabulary.SETTINGS)}" if chance.random() < 0.6 else title

    def _publication(self, addresses, dois):
        chance, title, venue = self.chance, self._title(), self.chance.choice(self.venues)
        year = self.this_year - int(OLDEST * chance.random() ** 2)
        status = Publication.Status.PUBLISHED
        if venue.kind == Venue.Kind.ARCHIVE:
            status = Publication.Status.PREPRINT
        elif year == self.this_year and chance.random() < 0.3:
            status = Publication.Status.ACCEPTED
        elif chance.random() < 0.001:
            status = Publication.Status.RETRACTED
        doi = f"10.5555/{chance.randrange(16**8):08x}" if chance.random() < 0.6 else ""
        # The months to come have no papers yet.
        latest = self.people.today.month if year == self.this_year else 12
        return Publication(
            title=title,
            slug=addresses.take(title),
            visibility="public",
            kind=KINDS[venue.kind],
            date=f"{year}-{chance.randint(1, latest):02}" if chance.random() < 0.7 else str(year),
            venue=venue,
            status=status,
            track="Findings" if chance.random() < 0.05 else "",
            distinction=chance.choice(vocabulary.DISTINCTIONS) if chance.random() < 0.05 else "",
            volume=str(chance.randint(1, 60)) if venue.kind == Venue.Kind.JOURNAL else "",
            pages=f"{(first := chance.randint(1, 900))}–{first + chance.randint(5, 20)}",
            doi=dois.take(doi) if doi else "",
            abstract=f"{title}: can it be had without paying for it twice? On "
            f"{chance.randint(3, 12)} collections our answer is {chance.randint(2, 90)} % better "
            "than the best one so far, and we say where it is not.",
            summary=f"A better way to do {chance.choice(vocabulary.TASKS).lower()}."
            if chance.random() < 0.3
            else "",
        )

    def _make_step(self, publications, keys):
        """Write publications with their authors; the key is made of the first of these."""
        rows = {Authorship: [], PublicationListing: [], PublicationLink: []}
        authors = [self._authors(publication, rows) for publication in publications]
        for publication, line in zip(publications, authors, strict=True):
            words = latin(
                f"{line[0].family_name} {publication.date[:4]} {publication.title}"
            ).split()
            publication.bibtex_key = keys.take("".join(words[:3]))
        create(Publication, publications)
        for model, made in rows.items():
            create(model, made)
        topics, grants = self.people.topics, self.grants
        self._join(Publication.topics, [(p, self.chance.choice(topics)) for p in publications])
        self._join(Publication.grants, [(p, self.chance.choice(grants)) for p in publications[::4]])
        self.recent = publications

    def _authors(self, publication, rows):
        """The author line: people of one lab, some of another, and outsiders among them."""
        chance = self.chance
        lab_id = chance.choice(list(self.teams))
        team = self.people.staff[lab_id]
        ours = chance.sample(team, k=min(len(team), chance.randint(1, 4)))
        if chance.random() < 0.15:
            guest = chance.choice(self.people.members)
            ours += [] if guest in ours else [guest]
        number = chance.randint(20, 60) if chance.random() < LONG_LIST else chance.randint(0, 4)
        line = [*ours, *chance.sample(self.outsiders, k=number)]
        chance.shuffle(line)
        has_equals = len(line) > 2 and chance.random() < 0.2
        authors = [
            self._authorship(
                publication,
                who,
                position=place,
                equal_group=1 if has_equals and place < 3 else None,
            )
            for place, who in enumerate(line, start=1)
        ]
        authors[-1].is_corresponding = chance.random() < 0.4
        rows[Authorship] += authors
        rows[PublicationListing] += self._listings(publication, lab_id)
        if chance.random() < 0.4:
            url = f"https://code.example.org/{publication.slug}"
            rows[PublicationLink].append(
                PublicationLink(owner=publication, label="Code", url=url, position=1)
            )
        return authors

    def _authorship(self, publication, who, **fields):
        is_ours = hasattr(who, "display_name")
        return Authorship(
            publication=publication,
            member=who if is_ours else None,
            printed_name=who.display_name if is_ours else who.shown,
            given_name=who.given_name if is_ours else who.given,
            family_name=who.family_name if is_ours else who.family,
            **fields,
        )

    def _listings(self, publication, lab_id):
        is_selected = self.chance.random() < 0.05
        listings = [
            PublicationListing(publication=publication, lab_id=lab_id, is_selected=is_selected)
        ]
        other = self.chance.choice(self.people.labs)
        if self.chance.random() < 0.1 and other.pk != lab_id:
            kind = PublicationListing.Kind.LISTED
            listings.append(PublicationListing(publication=publication, lab=other, kind=kind))
        return listings

    def make_everything_else(self):
        """Talks, projects and news: some for each lab that has people."""
        self.tell("talks, projects and news …")
        teams = [(lab, self.people.staff[key]) for key, lab in self.teams.items()]
        self._make_talks(teams)
        self._make_projects(teams)
        self._make_news(teams)

    def _make_talks(self, teams):
        chance, addresses = self.chance, FreeAddresses(Talk)
        places = [(lab, chance.choice(team)) for lab, team in teams for _talk in range(5)]
        talks = []
        for _place in places:
            title = self._title()
            slug = addresses.take(title)
            abstract = f"What we learnt about *{title.lower()}*, and what we still wonder about."
            talks.append(Talk(title=title, slug=slug, visibility="public", abstract=abstract))
        create(Talk, talks)
        self._join(Talk.labs, [(t, lab) for t, (lab, _who) in zip(talks, places, strict=True)])
        speakers, deliveries, links = [], [], []
        for talk, (_lab, who) in zip(talks, places, strict=True):
            speakers.append(
                Speaker(talk=talk, member=who, printed_name=who.display_name, position=1)
            )
            for place in range(1, chance.choice([2, 2, 3])):
                city, country = chance.choice(vocabulary.CITIES)
                year = self.this_year + 1 - chance.randint(0, 8)
                deliveries.append(
                    TalkDelivery(
                        talk=talk,
                        event=f"{chance.choice(vocabulary.EVENTS)} {year}",
                        city=city,
                        country=country,
                        kind=chance.choice(TalkDelivery.Kind.values),
                        date=f"{year}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
                        position=place,
                    )
                )
            if chance.random() < 0.3:
                links.append(TalkLink(owner=talk, label="Slides", position=1))
        create(Speaker, speakers)
        create(TalkDelivery, deliveries)
        create(TalkLink, links)

    def _make_projects(self, teams):
        chance, addresses = self.chance, FreeAddresses(Project)
        projects, roles, components = [], [], []
        for lab, team in teams:
            for name in chance.sample(vocabulary.PROJECT_NAMES, k=2):
                project = self._project(name, lab, addresses)
                projects.append(project)
                people = chance.sample(team, k=min(len(team), chance.randint(1, 4)))
                roles += [
                    ProjectRole(
                        project=project,
                        member=who,
                        printed_name=who.display_name,
                        role="Main developer" if place == 1 else "Developer",
                        position=place,
                    )
                    for place, who in enumerate(people, start=1)
                ]
                if chance.random() < 0.1:
                    project.column_headings = ["Variant", "For"]
                    components += [
                        Component(
                            project=project,
                            name=f"{name}-{setting}",
                            cells=[chance.choice(vocabulary.TASKS)],
                            position=place,
                        )
                        for place, setting in enumerate(("small", "base", "large"), start=1)
                    ]
        create(Project, projects)
        create(ProjectRole, roles)
        create(Component, components)
        if self.recent:
            self._join(Project.publications, [(p, chance.choice(self.recent)) for p in projects])

    def _project(self, name, lab, addresses):
        chance = self.chance
        task = chance.choice(vocabulary.TASKS).lower()
        slug = addresses.take(name)
        return Project(
            name=name,
            slug=slug,
            visibility="public",
            tagline=f"A tool for {task}",
            about=f"**{name}** does {task} and nothing else.",
            kind=chance.choice(Project.Kind.values),
            state=chance.choice([*[Project.State.ACTIVE] * 3, Project.State.FINISHED]),
            lab=lab,
            repository=f"https://code.example.org/{slug}",
            licence="MIT",
        )

    def _make_news(self, teams):
        chance, addresses = self.chance, FreeAddresses(NewsItem)
        items, people, papers = [], [], []
        for lab, team in teams:
            for _item in range(6):
                who = chance.choice(team)
                year = self.this_year - chance.randint(0, 4)
                # The months to come have no news yet.
                latest = self.people.today.month if year == self.this_year else 12
                body = chance.choice(
                    [
                        f"🎉 {who.display_name} has a new paper accepted.",
                        f"{who.display_name} gave a talk in {chance.choice(vocabulary.CITIES)[0]}.",
                        f"Welcome to the lab, {who.display_name}!",
                    ]
                )
                item = NewsItem(
                    slug=addresses.take(body),
                    visibility="public",
                    date=f"{year}-{chance.randint(1, latest):02}",
                    body=body,
                    lab=lab,
                )
                items.append(item)
                people.append((item, who))
                if self.recent and "paper" in body:
                    papers.append((item, chance.choice(self.recent)))
        create(NewsItem, items)
        self._join(NewsItem.members, people)
        self._join(NewsItem.publications, papers)
