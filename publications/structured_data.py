"""Publications, projects, talks and news in the words of schema.org."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse

from labsite.addresses import absolute
from labsite.formulas import plain
from labsite.identifiers import arxiv_address, doi_address
from labsite.structured_data import identifier, picture, property_value, thing
from people.structured_data import credited, named_lab, named_person
from publications.coins import FIRST_AND_LAST
from publications.models import Kind, Project, TalkDelivery
from publications.rows import pdf_address
from publications.status import ON_THE_WAY, Status
from publications.works import IN_PERIODICALS, is_preprint

_KINDS = {
    Kind.THESIS: "Thesis",
    Kind.REPORT: "Report",
    Kind.BOOK: "Book",
    Kind.COLLECTION: "Book",
    Kind.CHAPTER: "Chapter",
    Kind.DATASET: "Dataset",
    Kind.SOFTWARE: "SoftwareSourceCode",
    Kind.NEWSPAPER_ARTICLE: "NewsArticle",
    Kind.WEBPAGE: "WebPage",
    Kind.WEBLOG_POST: "BlogPosting",
}
_ARTICLES = {Kind.CONFERENCE_PAPER, Kind.PREPRINT, *IN_PERIODICALS}
_LONGEST_HEADLINE = 300

# What state a work is in, in the words that schema.org gives as examples.
_STATES = {
    Status.PREPRINT: "Preprint",
    Status.WITHDRAWN: "Withdrawn",
    Status.RETRACTED: "Retracted",
    Status.SUBMITTED: "Submitted",
} | dict.fromkeys((Status.ACCEPTED, Status.IN_PRESS, Status.TO_APPEAR), "Accepted")


def kind_of(work):
    """What schema.org calls such a work."""
    return _KINDS.get(work.kind) or (
        "ScholarlyArticle" if work.kind in _ARTICLES else "CreativeWork"
    )


def work_id(slug):
    """The ``@id`` of a publication."""
    return identifier(reverse("publications:publication-detail", args=[slug]), "work")


def publication_page(publication, work, names, *, topics=()):
    """A publication; ``names`` tell which of its authors have a page here, in the same order."""
    address = publication.get_absolute_url()
    title = plain(work.title)
    people = [_author(author, name.slug) for author, name in zip(work.authors, names, strict=True)]
    addresses = [
        work.doi and doi_address(work.doi),
        work.arxiv_id and arxiv_address(work.arxiv_id),
    ]
    return [
        thing(
            kind_of(work),
            id=work_id(publication.slug),
            headline=title[:_LONGEST_HEADLINE],
            name=title,
            author=[] if work.are_editors else people,
            editor=people if work.are_editors else [],
            datePublished=work.date if work.status not in ON_THE_WAY else "",
            abstract=plain(work.abstract),
            description=publication.summary,
            isPartOf=_container(work),
            **_pages(work),
            publisher=_publisher(work),
            inSupportOf=work.genre if work.kind == Kind.THESIS else "",
            isbn=work.isbn if kind_of(work) == "Book" else "",
            bookEdition=work.edition if kind_of(work) == "Book" else "",
            reportNumber=work.extra.get("number") if work.kind == Kind.REPORT else "",
            version=work.extra.get("version"),
            inLanguage=work.extra.get("language"),
            identifier=_numbers(work),
            url=absolute(address),
            sameAs=list(filter(None, addresses)),
            encoding=_file(publication),
            isAccessibleForFree=bool(publication.pdf or work.arxiv_id),
            creativeWorkStatus="Preprint" if is_preprint(work) else _STATES.get(work.status, ""),
            award=publication.distinction,
            keywords=topics,
            image=picture(publication.picture, publication.picture_description),
            dateModified=publication.updated_at.isoformat(timespec="seconds"),
        )
    ]


def _author(author, slug):
    if author.is_organisation:
        return thing("Organization", name=author.printed_name)
    family = " ".join(filter(None, [author.name_particle, author.family_name]))
    affiliation = thing("Organization", name=author.affiliation) if author.affiliation else None
    return named_person(
        author.printed_name,
        slug=slug,
        orcid=author.orcid,
        givenName=author.given_name,
        familyName=family,
        honorificSuffix=author.name_suffix,
        affiliation=affiliation,
    )


def _pages(work):
    if found := FIRST_AND_LAST.fullmatch(work.pages):
        return {"pageStart": found[1], "pageEnd": found[2]}
    return {"pagination": work.pages}


def _container(work):
    """The volume of a journal, the proceedings or the book that it stands in."""
    if not work.venue:
        return None
    if is_preprint(work):
        return thing("Collection", name=work.venue)
    if work.kind not in IN_PERIODICALS:
        return thing("Book", name=work.venue, isbn=work.isbn, volumeNumber=work.volume)
    inner = thing("Periodical", name=work.venue, issn=work.issn)
    if work.volume:
        inner = thing("PublicationVolume", volumeNumber=work.volume, isPartOf=inner)
    if work.issue:
        inner = thing("PublicationIssue", issueNumber=work.issue, isPartOf=inner)
    return inner


def _publisher(work):
    return thing("Organization", name=work.publisher) if work.publisher else None


def _numbers(work):
    numbers = [
        property_value("DOI", work.doi),
        property_value("arXiv", work.arxiv_id),
        property_value("PubMed", work.pubmed_id),
    ]
    return list(filter(None, numbers))


def _file(publication):
    address = pdf_address(publication)
    if not address:
        return None
    return thing("MediaObject", contentUrl=absolute(address), encodingFormat="application/pdf")


def named_work(row):
    """A publication that a page lists."""
    page = reverse("publications:publication-detail", args=[row.slug])
    return thing(kind_of(row), id=work_id(row.slug), name=plain(row.title), url=absolute(page))


def _labs(related):
    """The labs that a page leads to."""
    return [named_lab(*lab) for lab in related.get("labs", ())]


# Projects

_PROJECTS = {
    Project.Kind.SOFTWARE: "SoftwareSourceCode",
    Project.Kind.DATASET: "Dataset",
    Project.Kind.RESEARCH: "ResearchProject",
}


def project_page(project, related, *, roles, papers):
    """A program, a data set or a research project, who makes it and what was written about it."""
    address = project.get_absolute_url()
    is_work = project.kind != Project.Kind.RESEARCH
    people, papers = credited(roles), [named_work(row) for row in papers]
    labs = _labs(related)
    properties = {
        "author" if is_work else "member": people,
        "citation" if is_work else "subjectOf": papers,
        "sourceOrganization" if is_work else "parentOrganization": labs,
    }
    if project.kind == Project.Kind.SOFTWARE:
        properties["codeRepository"] = project.repository
    elif is_work:
        properties["distribution"] = project.repository and thing(
            "DataDownload", contentUrl=project.repository
        )
    if is_work:
        properties |= {
            "license": _licence(project.licence),
            "hasPart": [_part(component) for component in project.components.all()],
            "dateModified": project.updated_at.isoformat(timespec="seconds"),
        }
    return [
        thing(
            _PROJECTS[project.kind],
            id=identifier(address, "project"),
            name=project.name,
            description=project.tagline,
            **properties,
            image=picture(project.picture, project.picture_description),
            url=absolute(address),
        )
    ]


def _licence(licence):
    """The address of a licence that SPDX knows by the name given, else the name."""
    is_one_word = licence and licence.replace("-", "").replace(".", "").isalnum()
    return f"https://spdx.org/licenses/{licence}.html" if is_one_word else licence


def _part(component):
    return thing("SoftwareSourceCode", name=component.name, codeRepository=component.repository)


# Talks

_STATUSES = {
    TalkDelivery.Status.PLANNED: "https://schema.org/EventScheduled",
    TalkDelivery.Status.CANCELLED: "https://schema.org/EventCancelled",
    TalkDelivery.Status.POSTPONED: "https://schema.org/EventPostponed",
}


def talk_page(talk, related):
    """Each occasion of a talk that has a date; ``related`` is what its page leads to."""
    address = talk.get_absolute_url()
    people, labs = credited(talk.speakers.all()), _labs(related)
    return [
        thing(
            "Event",
            id=identifier(address, f"occasion-{number}"),
            name=talk.title,
            startDate=_moment(delivery, delivery.date, delivery.start_time),
            endDate=_end(delivery),
            eventStatus=_STATUSES[delivery.status],
            location=_place(delivery),
            performer=people,
            organizer=labs,
            superEvent=_event(delivery),
            recordedIn=_recording(delivery, talk),
            workFeatured=[
                thing("ScholarlyArticle", id=identifier(url, "work"), name=label)
                for label, url in related.get("publications", ())
            ],
            url=absolute(address),
        )
        for number, delivery in enumerate(talk.deliveries.all(), start=1)
        if delivery.date
    ]


def _moment(delivery, day, at):
    """A partial date; with the time and its distance from UTC where all of it is known."""
    if at and delivery.zone and len(day) == len("2025-06-14"):
        moment = datetime.combine(datetime.fromisoformat(day), at, ZoneInfo(delivery.zone))
        return moment.isoformat(timespec="minutes")
    return day


def _end(delivery):
    if delivery.end_time and delivery.ends_at and delivery.zone:
        return delivery.ends_at.astimezone(ZoneInfo(delivery.zone)).isoformat(timespec="minutes")
    return delivery.end_date


def _place(delivery):
    if not delivery.where:
        return None
    address = thing("PostalAddress", addressLocality=delivery.city, addressCountry=delivery.country)
    return thing("Place", name=delivery.where, address=address if len(address) > 1 else None)


def _event(delivery):
    if not delivery.event:
        return None
    return thing("Event", name=delivery.event, url=delivery.event_url)


def _recording(delivery, talk):
    if not delivery.recording_url:
        return None
    return thing("VideoObject", name=talk.title, url=delivery.recording_url)


# News


def news_page(item, related):
    """A piece of news, from the lab that tells it."""
    address = item.get_absolute_url()
    labs = _labs(related)
    return [
        thing(
            "NewsArticle",
            id=identifier(address, "news"),
            headline=str(item),
            datePublished=item.date,
            dateModified=item.updated_at.isoformat(timespec="seconds"),
            image=picture(item.picture, item.picture_description),
            author=labs,
            publisher=labs,
            url=absolute(address),
        )
    ]
