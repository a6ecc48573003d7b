"""Members: themselves, their stays, and what their CV holds."""

from django.db.models import Q
from django.utils.translation import gettext as _

from labsite.site.content.credits import CREDIT, credits_below, load_credits
from labsite.site.content.labs import LINK, PUBLISHED, SECTION
from labsite.site.content.loading import Shape, paired
from people.models import (
    Adviser,
    Award,
    Education,
    Interest,
    Member,
    MemberLink,
    MemberName,
    MemberSection,
    Membership,
    Position,
    Recipient,
    Service,
    Teaching,
    Topic,
)

MEMBER = Shape(
    Member,
    "slug visibility name=display_name given_name family_name native_name native_language"
    " sort_under pronouns pronunciation headline about notice notice_until photo photo_description"
    " focal_point email email_shown_to phone phone_shown_to office office_shown_to orcid"
    " indexed=is_indexed",
)
NAME = Shape(MemberName, "name", same=["name"], is_numbered=False)
MEMBER_LINK = Shape(MemberLink, LINK, same=["label"])
MEMBER_SECTION = Shape(MemberSection, SECTION, same=["kind"])
INTEREST = Shape(Interest, "topic words", same=["topic", "words"])
MEMBERSHIP = Shape(
    Membership,
    "lab role title start end ending shown=is_public next_title next_place next_url",
    same=["lab", "start"],
    is_numbered=False,
)
EDUCATION = Shape(
    Education,
    "degree field school institution place start end ending thesis=thesis_title note",
    same=["degree", "institution"],
)
POSITION = Shape(
    Position,
    "kind organisation unit title note start end ending",
    same=["organisation", "start"],
)
SERVICE = Shape(Service, "role organisation years", same=["role", "organisation"])
TEACHING = Shape(
    Teaching, "course role audience term year institution url", same=["course", "term", "year"]
)
ADVISER = Shape(Adviser, CREDIT, same=["printed_name"])
AWARD = Shape(Award, "title result status body date url", same=["title", "date"])
RECIPIENT = Shape(Recipient, CREDIT, same=["printed_name"])


def load_members(loading, top):
    """The members with all their spellings, by which lines of names will know them."""
    entries = []
    for table in top.tables("members") or []:
        names = [("orcid",), ("display_name",)]
        entry = loading.record(table, MEMBER, names=names, defaults=PUBLISHED)
        for key, is_former in [("names", False), ("former_names", True)]:
            spellings = table.tables(key, text_as="name")
            scope = {"is_former": is_former}
            loading.rows(entry, NAME, spellings, link="member", scope=scope)
        entries.append(entry)
    return entries


def load_rows_of_members(loading, entries):
    """What stands below the members; it may name any of them."""
    for entry in entries:
        table = entry.table
        loading.rows(entry, MEMBER_LINK, table.tables("links", text_as="label"), link="owner")
        sections = table.tables("sections", text_as="kind")
        loading.rows(entry, MEMBER_SECTION, sections, link="owner")
        for key, kind in [
            ("interests", Interest.Kind.INTEREST),
            ("working_on", Interest.Kind.WORKING_ON),
        ]:
            rows = table.tables(key, text_as="words")
            scope = {"kind": kind}
            loading.rows(entry, INTEREST, rows, link="member", scope=scope, prepare=_topic)
        for key, shape, link in [
            ("memberships", MEMBERSHIP, "membership"),
            ("education", EDUCATION, "education"),
        ]:
            advisers = credits_below(loading, ADVISER, "advisers", link=link)
            loading.rows(entry, shape, table.tables(key), link="member", then=advisers)
        for key, shape in [("positions", POSITION), ("service", SERVICE), ("teaching", TEACHING)]:
            loading.rows(entry, shape, table.tables(key), link="member")


def _topic(_row, values, table):
    """Words that are the name of a topic mean the topic."""
    words = values.get("words")
    topics = Topic.objects.filter(name=words)[:2] if words and "topic" not in table else []
    if len(topics) == 1:
        values |= {"topic": topics[0], "words": ""}


def load_awards(loading, top, members):
    """Awards of several people, then those that stand below one."""
    shared = []
    for table in top.tables("awards") or []:
        shared.append(_shared_award(loading, table, others=shared))
    for entry in members:
        _own_awards(loading, entry, shared)


def _shared_award(loading, table, others):
    """An award with all its recipients; the same title may be another one for other people."""
    values = loading.read(table, AWARD)
    tables = table.tables("recipients", text_as="name") or []
    if not tables:
        table.problem(_("“%s” is missing.") % "recipients")
    names = [recipient.text("name") or recipient.text("member") for recipient in tables]
    theirs = Q(recipients__printed_name__in=names) | Q(recipients__member__slug__in=names)
    same = {column: values.get(column, "") for column in AWARD.same}
    known = Award.objects.filter(theirs, **same).exclude(pk__in=others).first()
    entry = loading.enter(table, AWARD, known or Award(), values)
    load_credits(loading, entry, RECIPIENT, "recipients", link="award")
    return entry.record.pk or 0


def _own_awards(loading, entry, elsewhere):
    """The awards below one person; those that others received as well keep what they say."""
    tables = entry.table.tables("awards")
    if tables is None:
        return
    alone, shared = _awards_of(entry.parent, elsewhere)
    wanted = []
    for table in tables:
        values = loading.read(table, AWARD)
        if shared.pop(tuple(values.get(column, "") for column in AWARD.same), None) is None:
            wanted.append((table, values))
        table.finish()
    pairs, left_over = paired(alone, wanted, AWARD)
    for award in left_over:
        award.delete()
    for award in shared.values():
        award.recipients.filter(member=entry.parent).delete()
    entry.is_changed |= bool(left_over or shared)
    for place, (award, table, values, _is_known) in enumerate(pairs, start=1):
        is_new = award is None
        award = award or Award()
        values["position"] = place
        entry.is_changed |= bool(loading.put(award, values, table, AWARD))
        if is_new and award.pk and entry.parent is not None:
            Recipient.objects.create(award=award, member=entry.parent, position=1)


def _awards_of(member, elsewhere):
    """The awards that only this person received, and those shared with others, by what they say."""
    alone, shared = [], {}
    if member is not None:
        awards = Award.objects.filter(recipients__member=member).exclude(pk__in=elsewhere)
        for award in awards.distinct().order_by("position", "pk"):
            if award.recipients.count() == 1:
                alone.append(award)
            else:
                shared[tuple(getattr(award, column) for column in AWARD.same)] = award
    return alone, shared
