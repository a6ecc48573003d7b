"""The site, its labs, topics, pages and open positions."""

from labsite.site.content.loading import Shape
from labsite.site.models import SiteSettings
from labsite.visibility import Visibility
from people.models import (
    Lab,
    LabContact,
    LabLink,
    LabPicture,
    LabSection,
    Opening,
    Page,
    RoleGroup,
    Topic,
)

PUBLISHED = {"visibility": Visibility.PUBLIC}
LINK = "label url"
SECTION = (
    "kind heading emoji text shown=is_shown grouped=grouping order=row_order first=name_order"
    " only_selected limit"
)

SITE = Shape(
    SiteSettings,
    "title tagline language zone home home_lab contact_email address imprint privacy accessibility",
)
LAB = Shape(
    Lab,
    "slug visibility name short_name native_name native_language tagline about institution ror"
    " address directions logo photo photo_description colour=theme_colour head=head_name"
    " recruiting",
)
# What refers to other labs, or is checked together with it: set when all labs are there.
LAB_AMONG_LABS = Shape(Lab, "parent status ended_on moved_to merged_into")
ROLE_GROUP = Shape(RoleGroup, "role heading", same=["role"])
CONTACT = Shape(LabContact, "about name email", same=["about", "email"])
LAB_LINK = Shape(LabLink, LINK, same=["label"])
LAB_SECTION = Shape(LabSection, SECTION, same=["kind"])
LAB_PICTURE = Shape(LabPicture, "file caption description credit", same=["caption", "description"])
TOPIC = Shape(Topic, "slug visibility name summary text picture picture_description lab position")
PAGE = Shape(Page, "slug visibility title body menu_position")
OPENING = Shape(
    Opening,
    "slug visibility title kind text funding how_to_apply contact deadline"
    " until_filled=is_until_filled filled=is_filled shown_until",
)


def load_labs(loading, top):
    """Labs with what stands below them; they refer to nothing but each other."""
    entries = [
        loading.record(table, LAB, names=[("name",)], defaults=PUBLISHED)
        for table in top.tables("labs") or []
    ]
    for entry in entries:
        loading.fill(entry, LAB_AMONG_LABS, loading.read(entry.table, LAB_AMONG_LABS))
        _rows(loading, entry)
        _records(loading, entry, "openings", OPENING)
        _records(loading, entry, "pages", PAGE)


def _rows(loading, lab):
    table = lab.table
    roles = table.tables("role_groups", text_as="role")
    loading.rows(lab, ROLE_GROUP, roles, link="lab")
    loading.rows(lab, CONTACT, table.tables("contacts"), link="lab")
    loading.rows(lab, LAB_LINK, table.tables("links", text_as="label"), link="owner")
    sections = table.tables("sections", text_as="kind")
    loading.rows(lab, LAB_SECTION, sections, link="owner")
    pictures = table.tables("pictures", text_as="file")
    loading.rows(lab, LAB_PICTURE, pictures, link="lab")


def _records(loading, lab, key, shape):
    """Records with a page of their own below a lab; the file adds and changes, never removes."""
    for table in lab.table.tables(key) or []:
        if lab.parent is None:
            loading.read(table, shape)
            table.finish()
        else:
            scope = {"lab": lab.parent}
            loading.record(table, shape, names=[("title",)], scope=scope, defaults=PUBLISHED)


def load_topics(loading, top):
    for place, table in enumerate(top.tables("topics") or [], start=1):
        defaults = PUBLISHED | {"position": place}
        loading.record(table, TOPIC, names=[("name",)], defaults=defaults)


def load_site(loading, top):
    """The pages of the whole site, then its settings, which refer to them."""
    for table in top.tables("pages") or []:
        loading.record(table, PAGE, names=[("title",)], scope={"lab": None}, defaults=PUBLISHED)
    if (table := top.table("site")) is not None:
        record = SiteSettings.objects.first() or SiteSettings(pk=1)
        loading.enter(table, SITE, record, loading.read(table, SITE))
