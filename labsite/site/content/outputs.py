"""What labs put out: publications, talks, projects and news, and who pays for it."""

from collections import defaultdict

from django.utils.translation import gettext as _

from labsite.site.content.credits import CREDIT, load_authors, load_credits, read_authors
from labsite.site.content.labs import LINK, PUBLISHED
from labsite.site.content.loading import Shape
from labsite.site.content.values import Bad
from people.models import Education, Lab, Member, Membership
from publications.bibtex_keys import give_key
from publications.models import (
    Component,
    Funder,
    Grant,
    Identifier,
    NewsItem,
    Project,
    ProjectLink,
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

VENUE = Shape(Venue, "name short_name kind url colour")
FUNDER = Shape(Funder, "name short_name url logo")
GRANT = Shape(Grant, "title number funder start end ending acknowledgement")
PROJECT = Shape(
    Project,
    "slug visibility name tagline about kind state ended_on documentation documentation_label"
    " licence repository repository_label stars fetched_at picture picture_description"
    " column_headings name_column position",
)
PROJECT_AMONG_PROJECTS = Shape(Project, "successor")
ROLE = Shape(ProjectRole, f"{CREDIT} role start end ending", same=["printed_name", "role"])
COMPONENT = Shape(
    Component,
    "name repository repository_label stars fetched_at own_project cells",
    same=["name"],
)
PROJECT_LINK = Shape(ProjectLink, LINK, same=["label"])
PUBLICATION = Shape(
    Publication,
    "slug visibility title kind genre date date_text track distinction status notice volume issue"
    " pages publisher series edition isbn issn doi arxiv=arxiv_id pubmed=pubmed_id abstract"
    " summary note marks_note bibtex_key extra_fields pdf picture picture_description"
    " lab_output=is_lab_output incomplete=is_list_incomplete",
)
PUBLICATION_LINK = Shape(PublicationLink, LINK, same=["label"])
IDENTIFIER = Shape(Identifier, "scheme value", same=["scheme", "value"], is_numbered=False)
LISTING = Shape(
    PublicationListing, "lab kind selected=is_selected", same=["lab"], is_numbered=False
)
TALK = Shape(Talk, "slug visibility title abstract")
SPEAKER = Shape(Speaker, CREDIT, same=["printed_name"])
DELIVERY = Shape(
    TalkDelivery,
    "event city country room kind status date end_date start_time end_time zone slides slides_url"
    " recording_url event_url",
    same=["event", "date"],
)
TALK_LINK = Shape(TalkLink, LINK, same=["label"])
NEWS = Shape(
    NewsItem,
    "slug visibility date title body lab kind outlet url picture picture_description"
    " pinned=is_pinned",
)


def load_venues(loading, top):
    for table in top.tables("venues") or []:
        loading.record(table, VENUE, names=[("name",)])


def load_funding(loading, top):
    """Funders, and the grants that they give."""
    for table in top.tables("funders") or []:
        loading.record(table, FUNDER, names=[("name",)])
    for table in top.tables("grants") or []:
        entry = loading.record(table, GRANT, names=[("number",), ("title",)])
        loading.relate(entry, "holders")
        loading.relate(entry, "labs")


def load_projects(loading, top):
    """The projects themselves; what stands below them may name publications and each other."""
    entries = []
    for place, table in enumerate(top.tables("projects") or [], start=1):
        defaults = PUBLISHED | {"position": place}
        entries.append(loading.record(table, PROJECT, names=[("name",)], defaults=defaults))
    return entries


def load_rows_of_projects(loading, entries):
    for entry in entries:
        table = entry.table
        values = loading.read(table, PROJECT_AMONG_PROJECTS)
        if "labs" in table:
            owner, *others = loading.find_all(Lab, table, "labs") or [None]
            values["lab"] = owner
            loading.set_related(entry, "listed_labs", others)
        loading.fill(entry, PROJECT_AMONG_PROJECTS, values)
        for column in ("publications", "grants", "topics"):
            loading.relate(entry, column)
        load_credits(loading, entry, ROLE, "roles", link="project")
        links = table.tables("links", text_as="label")
        loading.rows(entry, PROJECT_LINK, links, link="owner")
        components = table.tables("components", text_as="name")
        loading.rows(entry, COMPONENT, components, link="project")


def load_publications(loading, top):
    for table in top.tables("publications") or []:
        authors, is_incomplete = read_authors(loading, table)
        more = {"venue": _venue(loading, table)} if "venue" in table else {}
        if "degree" in table:
            more["degree"] = _degree(loading, table)
        if authors is not None and "incomplete" not in table:
            more["is_list_incomplete"] = is_incomplete
        entry = loading.record(
            table,
            PUBLICATION,
            names=[("doi",), ("arxiv_id",), ("title",)],
            defaults=PUBLISHED,
            more=more,
        )
        if authors is not None:
            load_authors(loading, entry, authors)
        _rows_of_publication(loading, entry)
        if entry.parent:
            give_key(entry.record)


def _rows_of_publication(loading, entry):
    table = entry.table
    links = table.tables("links", text_as="label")
    loading.rows(entry, PUBLICATION_LINK, links, link="owner")
    loading.rows(entry, IDENTIFIER, table.tables("identifiers"), link="publication")
    loading.relate(entry, "topics")
    loading.relate(entry, "grants")
    _own_pages(loading, entry)
    if "labs" in table:
        _listings(loading, entry)
    elif entry.parent and entry.record.is_lab_output and not entry.record.listings.exists():
        _usual_listings(entry)


def _venue(loading, table):
    """The venue of that name or short name; an unknown one is made."""
    name = table.text("venue")
    if not name:
        return None
    for column in ("name", "short_name"):
        if venue := Venue.objects.filter(**{column: name}).first():
            return venue
    venue = Venue(name=name)
    if loading.put(venue, {}, table, VENUE):
        loading.report.count(Venue, "created")
        return venue
    return None


def _degree(loading, table):
    """The degree that a thesis was written for: ``{member = "Ana Ruiz", degree = "Ph.D."}``."""
    below = table.table("degree")
    if below is None:
        return None
    try:
        member = loading.find(Member, below.text("member"), below, "member")
    except Bad:
        member = None
    name = below.text("degree")
    below.finish()
    if member is None:
        return None
    degree = Education.objects.filter(member=member, degree=name).first()
    if degree is None:
        problem = _("“%(member)s” has no degree “%(degree)s” under education.")
        below.problem(problem % {"member": member, "degree": name}, "degree")
    return degree


def _own_pages(loading, entry):
    """What the authors show of the paper on their own pages: its place, and whether selected."""
    table = entry.table
    if below := table.table("own_order"):
        for name in below.values:
            place = below.number(name)
            _set_authorship(loading, entry, below, name, name, {"own_order": place})
    if "selected_by" in table and entry.parent:
        chosen = loading.find_all(Member, table, "selected_by")
        rows = entry.record.authorships.filter(member__isnull=False)
        for row in rows.exclude(member__in=chosen).filter(is_selected=True):
            _update(entry, row, {"is_selected": False})
        for index, name in enumerate(table.texts("selected_by")):
            _set_authorship(
                loading, entry, table, name, ("selected_by", index), {"is_selected": True}
            )


def _set_authorship(loading, entry, table, name, key, values):
    before = len(loading.file.problems)
    try:
        member = loading.find(Member, name, table, key)
    except Bad:
        return
    if entry.parent is None or len(loading.file.problems) > before:
        return
    row = entry.record.authorships.filter(member=member).first()
    if row is None:
        table.problem(_("“%s” is not among the authors as one of us.") % name, key)
        return
    _update(entry, row, values)


def _update(entry, row, values):
    """Set columns of a row that is there already."""
    if any(getattr(row, column) != value for column, value in values.items()):
        for column, value in values.items():
            setattr(row, column, value)
        row.save()
        entry.is_changed = True


def _listings(loading, entry):
    """The labs that show a publication: the first as its own, the others as well."""
    wanted = []
    for index, table in enumerate(entry.table.tables("labs", text_as="lab")):
        values = loading.read(table, LISTING)
        kinds = PublicationListing.Kind
        values.setdefault("kind", kinds.LISTED if index else kinds.OWNER)
        wanted.append((table, values))
        table.finish()
    if entry.parent:
        # Only one lab can own a publication: who gives it away comes first.
        owners = [values.get("lab") for _table, values in wanted if values["kind"] == "owner"]
        former = entry.record.listings.filter(kind="owner").exclude(lab__in=filter(None, owners))
        entry.is_changed |= bool(former.update(kind="listed"))
    entry.is_changed |= loading.save_rows(entry.parent, LISTING, wanted, link="publication")


def _usual_listings(entry):
    """The labs of which its authors are members now, in the order of the author line."""
    authors = entry.record.authorships.order_by("position", "pk")
    members = authors.filter(member__isnull=False).values_list("member", flat=True)
    stays_of = defaultdict(list)
    stays = Membership.objects.current().filter(member__in=members.order_by(), is_public=True)
    for member, lab in stays.order_by("pk").values_list("member", "lab"):
        stays_of[member].append(lab)
    labs = dict.fromkeys(lab for member in members for lab in stays_of[member])
    kinds = PublicationListing.Kind
    for place, lab in enumerate(labs):
        kind = kinds.LISTED if place else kinds.OWNER
        entry.record.listings.create(lab_id=lab, kind=kind)
        entry.is_changed = True


def load_talks(loading, top):
    for table in top.tables("talks") or []:
        entry = loading.record(table, TALK, names=[("title",)], defaults=PUBLISHED)
        load_credits(loading, entry, SPEAKER, "speakers", link="talk")
        loading.rows(entry, DELIVERY, table.tables("deliveries"), link="talk")
        loading.rows(entry, TALK_LINK, table.tables("links", text_as="label"), link="owner")
        for column in ("labs", "publications", "projects"):
            loading.relate(entry, column)


def load_news(loading, top):
    for table in top.tables("news") or []:
        names = [("title", "date"), ("body", "date")]
        entry = loading.record(table, NEWS, names=names, defaults=PUBLISHED)
        for column in ("members", "publications", "talks", "projects"):
            loading.relate(entry, column)
