"""Publications: one row per work, whatever versions of it exist."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.files import DocumentField
from labsite.formulas import plain
from labsite.identifiers import ArxivField, DoiField, OrcidField
from labsite.links import Link
from labsite.ordering import Ordered
from labsite.partial_dates import PartialDateField
from labsite.pictures import PictureField
from labsite.records import Record
from people.models import Credit
from publications.querysets import PublicationQuerySet
from publications.status import Status
from publications.titles import TITLE_KEY_LENGTH, title_key

FIRST_YEAR = 1500
YEARS_AHEAD = 2


def last_possible_year():
    return timezone.localdate().year + YEARS_AHEAD


def is_possible_year(year):
    """Whether a work of ours can have come out in that year; 2103 is a typing error."""
    return FIRST_YEAR <= int(year) <= last_possible_year()


class Kind(models.TextChoices):
    """The types of the Citation Style Language (CSL 1.0.2); the first eight are what forms show."""

    CONFERENCE_PAPER = "paper-conference", _("Conference paper")
    JOURNAL_ARTICLE = "article-journal", _("Journal article")
    PREPRINT = "article", _("Preprint")
    THESIS = "thesis", _("Thesis")
    BOOK = "book", _("Book")
    CHAPTER = "chapter", _("Chapter")
    REPORT = "report", _("Report")
    DATASET = "dataset", _("Dataset")
    SOFTWARE = "software", _("Software")
    MAGAZINE_ARTICLE = "article-magazine", _("Magazine article")
    NEWSPAPER_ARTICLE = "article-newspaper", _("Newspaper article")
    BILL = "bill", _("Bill")
    BROADCAST = "broadcast", _("Broadcast")
    CLASSIC = "classic", _("Classical work")
    COLLECTION = "collection", _("Collection")
    DOCUMENT = "document", _("Document")
    ENTRY = "entry", _("Entry")
    DICTIONARY_ENTRY = "entry-dictionary", _("Dictionary entry")
    ENCYCLOPEDIA_ENTRY = "entry-encyclopedia", _("Encyclopaedia entry")
    EVENT = "event", _("Event")
    FIGURE = "figure", _("Figure")
    GRAPHIC = "graphic", _("Graphic")
    HEARING = "hearing", _("Hearing")
    INTERVIEW = "interview", _("Interview")
    LEGAL_CASE = "legal_case", _("Legal case")
    LEGISLATION = "legislation", _("Legislation")
    MANUSCRIPT = "manuscript", _("Manuscript")
    MAP = "map", _("Map")
    MOTION_PICTURE = "motion_picture", _("Film")
    MUSICAL_SCORE = "musical_score", _("Musical score")
    PAMPHLET = "pamphlet", _("Pamphlet")
    PATENT = "patent", _("Patent")
    PERFORMANCE = "performance", _("Performance")
    PERIODICAL = "periodical", _("Issue of a periodical")
    PERSONAL_COMMUNICATION = "personal_communication", _("Personal communication")
    POST = "post", _("Post")
    WEBLOG_POST = "post-weblog", _("Blog post")
    REGULATION = "regulation", _("Regulation")
    REVIEW = "review", _("Review")
    BOOK_REVIEW = "review-book", _("Book review")
    SONG = "song", _("Song")
    SPEECH = "speech", _("Speech")
    STANDARD = "standard", _("Standard")
    TREATY = "treaty", _("Treaty")
    WEBPAGE = "webpage", _("Web page")


class TitleKeyField(models.CharField):
    """The folded words of a title without marks, by which the same work is found again."""

    def pre_save(self, publication, add):
        key = title_key(publication.title)
        setattr(publication, self.attname, key)
        return key


class Publication(Record):
    """A work: its preprint and its published version are the same row."""

    Status = Status

    history_parts = ("authorships", "links", "listings", "identifiers")

    kind = models.CharField(_("kind"), max_length=24, choices=Kind, default=Kind.CONFERENCE_PAPER)
    genre = models.CharField(
        _("what kind exactly"),
        max_length=80,
        blank=True,
        help_text=_("For example “Tech Report” or “Doctoral thesis”."),
    )
    title = models.CharField(_("title"), max_length=1000)
    title_key = TitleKeyField(max_length=TITLE_KEY_LENGTH, editable=False, default="")
    date = PartialDateField(_("when"))
    date_text = models.CharField(
        _("when, as printed"),
        max_length=60,
        blank=True,
        help_text=_("Only where the field above cannot say it: “[2009] 2011”, “c. 1998”."),
    )
    venue = models.ForeignKey(
        "publications.Venue",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="publications",
        verbose_name=_("journal, conference or book"),
    )
    track = models.CharField(
        _("part or track"), max_length=200, blank=True, help_text=_("For example “Findings”.")
    )
    distinction = models.CharField(
        _("award or label"), max_length=120, blank=True, help_text=_("For example “Spotlight”.")
    )
    status = models.CharField(_("state"), max_length=9, choices=Status, default=Status.PUBLISHED)
    notice = models.CharField(_("notice of withdrawal or retraction"), max_length=1000, blank=True)
    volume = models.CharField(_("volume"), max_length=40, blank=True)
    issue = models.CharField(_("issue"), max_length=40, blank=True)
    pages = models.CharField(_("pages"), max_length=60, blank=True, help_text=_("“1–12”"))
    publisher = models.CharField(_("publisher"), max_length=300, blank=True)
    series = models.CharField(_("series"), max_length=300, blank=True)
    edition = models.CharField(_("edition"), max_length=60, blank=True)
    isbn = models.CharField(_("ISBN"), max_length=40, blank=True)
    issn = models.CharField(_("ISSN"), max_length=20, blank=True)
    doi = DoiField(_("DOI"))
    arxiv_id = ArxivField(_("arXiv"))
    pubmed_id = models.CharField(_("PubMed"), max_length=12, blank=True)
    abstract = models.TextField(_("abstract"), max_length=100_000, blank=True)
    summary = models.CharField(_("in one sentence, for everybody"), max_length=500, blank=True)
    note = models.CharField(_("note shown under the paper"), max_length=1000, blank=True)
    marks_note = models.CharField(
        _("what other marks mean"),
        max_length=300,
        blank=True,
        help_text=_("For example “† work done during an internship”."),
    )
    topics = models.ManyToManyField(
        "people.Topic", blank=True, related_name="publications", verbose_name=_("research topics")
    )
    bibtex_key = models.CharField(_("BibTeX key"), max_length=120, blank=True)
    degree = models.ForeignKey(
        "people.Education",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="theses",
        verbose_name=_("thesis for the degree"),
    )
    extra_fields = models.JSONField(
        _("other fields kept from the import"), default=dict, blank=True
    )
    # Which import wrote a field last and what: field → [source, digest of the value]. A value that
    # no longer has the digest is a person's.
    written_by = models.JSONField(default=dict, blank=True, editable=False)
    pdf = DocumentField(_("PDF"))
    picture = PictureField(_("picture"))
    picture_description = models.CharField(
        _("description of the picture"), max_length=300, blank=True
    )
    grants = models.ManyToManyField(
        "publications.Grant", blank=True, related_name="publications", verbose_name=_("funded by")
    )
    labs = models.ManyToManyField(
        "people.Lab", through="publications.PublicationListing", related_name="publications"
    )
    is_lab_output = models.BooleanField(_("work of our labs"), default=True)
    is_list_incomplete = models.BooleanField(_("the list of authors is incomplete"), default=False)
    are_editors = models.BooleanField(_("these are the editors"), default=False)

    objects = PublicationQuerySet.as_manager()

    class Meta:
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["-date", "-pk"]
        indexes = [
            models.Index(fields=["visibility", "date", "status"], name="publications_by_date"),
            models.Index(fields=["title_key"], name="publications_by_title"),
            models.Index(fields=["arxiv_id"], name="publications_by_arxiv_id"),
            models.Index(
                fields=["pubmed_id"], condition=~Q(pubmed_id=""), name="publications_by_pubmed_id"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(title=""),
                name="publications_publication_has_a_title",
                violation_error_message=_("A publication needs a title."),
            ),
            models.UniqueConstraint(
                fields=["doi"],
                condition=~Q(doi=""),
                name="publications_publication_doi_once",
                violation_error_message=_("Another publication has this DOI already."),
            ),
            models.UniqueConstraint(
                fields=["bibtex_key"],
                condition=~Q(bibtex_key=""),
                name="publications_publication_bibtex_key_once",
                violation_error_message=_("Another publication has this BibTeX key already."),
            ),
        ]

    def __str__(self):
        return plain(self.title)

    def get_absolute_url(self):
        return reverse("publications:publication-detail", args=[self.slug])

    def clean(self):
        super().clean()
        if self.date and not is_possible_year(self.date[:4]):
            raise ValidationError(
                {
                    "date": _("The year %(year)s looks wrong: %(first)s to %(last)s is possible.")
                    % {"year": self.date[:4], "first": FIRST_YEAR, "last": last_possible_year()}
                }
            )

    @property
    def year(self):
        """The year as a number, or None."""
        return int(self.date[:4]) if self.date else None

    def history_scope(self):
        """The lab that owns it, or lists it first: its editors see what happened to this record."""
        listings = self.listings.order_by("-kind", "pk")  # "owner" comes after "listed"
        return listings.values_list("lab", flat=True).first()


class Authorship(Credit):
    """One name in the author line: one of our members, or an outsider known only by name."""

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="authorships")
    equal_group = models.PositiveSmallIntegerField(
        _("equal contribution"),
        null=True,
        blank=True,
        help_text=_("Authors with the same number contributed equally."),
    )
    is_corresponding = models.BooleanField(_("corresponding"), default=False)
    other_marks = models.CharField(_("other marks"), max_length=10, blank=True)
    orcid = OrcidField(_("ORCID"))
    affiliation = models.CharField(_("affiliation at the time"), max_length=500, blank=True)
    is_organisation = models.BooleanField(_("an organisation"), default=False)
    own_order = models.PositiveIntegerField(
        _("place on the author’s own page"), null=True, blank=True
    )
    is_selected = models.BooleanField(_("selected on the author’s own page"), default=False)

    class Meta(Credit.Meta):
        verbose_name = _("author")
        verbose_name_plural = _("authors")


class PublicationListing(Ordered):
    """That a lab shows a publication, as its own or as one of others."""

    class Kind(models.TextChoices):
        OWNER = "owner", _("its own")
        LISTED = "listed", _("listed as well")

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="listings")
    lab = models.ForeignKey(
        "people.Lab", models.CASCADE, related_name="listings", verbose_name=_("lab")
    )
    kind = models.CharField(_("shown as"), max_length=6, choices=Kind, default=Kind.OWNER)
    is_accepted = models.BooleanField(_("accepted by the lab"), default=True)
    is_selected = models.BooleanField(_("among the selected papers"), default=False)

    class Meta(Ordered.Meta):
        verbose_name = _("lab that shows it")
        verbose_name_plural = _("labs that show it")
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "lab"],
                name="publications_listing_once_per_lab",
                violation_error_message=_("This lab is listed already."),
            ),
            models.UniqueConstraint(
                fields=["publication"],
                condition=Q(kind="owner"),
                name="publications_listing_one_owner",
                violation_error_message=_("Only one lab can own a publication; list the others."),
            ),
        ]

    def __str__(self):
        return str(self.lab)


class PublicationLink(Link):
    """A link of a publication: "Code", "Project page"."""

    owner = models.ForeignKey(Publication, models.CASCADE, related_name="links")


class Identifier(models.Model):
    """An identifier that a work has or once had, so that every version leads to the one row."""

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="identifiers")
    scheme = models.CharField(_("scheme"), max_length=40, help_text=_("“doi”, “arxiv”, “dblp”"))
    value = models.CharField(_("value"), max_length=300)

    class Meta:
        verbose_name = _("identifier")
        verbose_name_plural = _("identifiers")
        ordering = ["scheme", "value"]
        constraints = [
            models.UniqueConstraint(
                fields=["scheme", "value"],
                name="publications_identifier_once",
                violation_error_message=_("Another publication has this identifier already."),
            ),
        ]

    def __str__(self):
        return f"{self.scheme}:{self.value}"
