"""Names in lines: who of them is one of us."""

from django.db.models import Q

from labsite.site.content.loading import Shape
from labsite.site.content.values import Bad
from people.models import Member
from publications import author_lines
from publications.models import Authorship

CREDIT = "name=printed_name given_name particle=name_particle family_name suffix=name_suffix"
AUTHOR = Shape(
    Authorship,
    f"{CREDIT} orcid affiliation equal=equal_group corresponding=is_corresponding"
    " marks=other_marks organisation=is_organisation",
    same=["printed_name"],
)
# What belongs to the person and not to the place in the line.
_OF_THE_PERSON = {"own_order": None, "is_selected": False, "orcid": "", "affiliation": ""}


def link_to(loading, key_of=None):
    """A ``prepare`` for rows: says which member a printed name is, unless the row knows already.

    ``key_of`` tells it from a name and an ORCID; without one, the name itself does.
    """
    key_of = key_of or loading.people.key_of

    def prepare(row, values, table):
        name = values.get("printed_name", "")
        if "member" in table:
            try:
                values["member"] = _told(loading, table)
            except Bad:
                loading.file.note_bad(table, "member")
        elif member := _at_address(name):
            values["member"], name = member, ""
        elif row.member_id is None or row.printed_name != name:
            values["member_id"] = key_of(name, values.get("orcid", ""))
        if not name and values.get("member"):
            values["printed_name"] = values["member"].display_name

    return prepare


def _told(loading, table):
    """The member whom the file names; "" says that the name is nobody of us."""
    name = table.text("member")
    return loading.find(Member, name, table, "member") if name else None


def _at_address(name):
    """The member at an address that stands in place of a name: "bin-cui"."""
    return Member.objects.filter(slug=name).first() if _is_address(name) else None


def _is_address(name):
    return " " not in name and name == name.lower()


def load_credits(loading, entry, shape, key, *, link):
    """The rows of a line of names below a record, each a text or a table."""
    tables = entry.table.tables(key, text_as="name")
    loading.rows(entry, shape, tables, link=link, prepare=link_to(loading))


def credits_below(loading, shape, key, *, link):
    """A ``then`` for rows: the line of names below each of them."""

    def then(row, table, is_known):
        tables = table.tables(key, text_as="name")
        if tables is None and is_known:
            return False
        tables = tables or []
        wanted = [(each, loading.read(each, shape)) for each in tables]
        prepare = link_to(loading)
        changed = loading.save_rows(row, shape, wanted, link=link, prepare=prepare)
        for each in tables:
            each.finish()
        return changed

    return then


def read_authors(loading, table):
    """The author line of a table, as (values of the rows, whether the list is incomplete).

    One pasted line, or a list of names and tables. None when the file does not mention it.
    """
    if "authors" not in table:
        return None, False
    if isinstance(table.values["authors"], str):
        line = author_lines.parse(table.text("authors"))
        place = table.line_of_names("authors")
        return [(place, vars(author)) for author in line.authors], line.is_incomplete
    tables = table.tables("authors", text_as="name")
    names = [each.text("name") for each in tables]
    line = author_lines.parse_names(names)
    tables = [each for each, name in zip(tables, names, strict=True) if author_lines.is_name(name)]
    wanted = [
        (each, vars(author) | _without_name(loading.read(each, AUTHOR)))
        for each, author in zip(tables, line.authors, strict=True)
    ]
    return wanted, line.is_incomplete


def _without_name(values):
    """The columns that a table adds to what its name and marks say already."""
    return {column: value for column, value in values.items() if column != "printed_name"}


def _members_of(loading, publication, wanted):
    """Who the names of an author line are, told together: nobody stands in one line twice.

    By name and ORCID, without those of whom the file or the line as it is says who they are.
    """
    told = {table.text("member") for table, _values in wanted if "member" in table}
    names = [
        (values["printed_name"], values.get("orcid", ""))
        for table, values in wanted
        if "member" not in table
    ]
    told.update(name for name, _orcid in names if _is_address(name))
    told.discard("")
    named = Member.objects.filter(Q(slug__in=told) | Q(display_name__in=told))
    taken = set(named.values_list("pk", flat=True)) if told else set()
    if publication:
        linked = publication.authorships.exclude(member=None).filter(
            printed_name__in=[name for name, _orcid in names]
        )
        known = dict(linked.values_list("printed_name", "member"))
        taken.update(known.values())
        names = [(name, orcid) for name, orcid in names if name not in known]
    found = loading.recognition.recognise_line(
        names, publication_id=publication.pk if publication else None, taken=taken
    )
    return {pair: one.member_id for pair, one in zip(names, found, strict=True)}


def load_authors(loading, entry, wanted):
    """The author line of a publication; what people have done about an author stays."""
    members = _members_of(loading, entry.parent, wanted)
    link = link_to(loading, lambda name, orcid: members.get((name, orcid)))

    def prepare(row, values, table):
        name = values["printed_name"]
        if row.printed_name != name:
            values |= {
                column: values.get(column, empty) for column, empty in _OF_THE_PERSON.items()
            }
        else:
            for part in ("given_name", "name_particle", "family_name", "name_suffix"):
                if not values[part]:
                    del values[part]
        link(row, values, table)

    entry.is_changed |= loading.save_rows(
        entry.parent, AUTHOR, wanted, link="publication", prepare=prepare
    )
    for table, _values in wanted:
        if table.path[-1] != "authors":
            table.finish()
