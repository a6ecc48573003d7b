"""What services know about a paper or a person, looked up when somebody asks for it.

One address serves papers, preprints of arXiv, datasets and software: doi.org hands each DOI over
to where it was registered, and gets CSL-JSON back.
"""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from labsite import outside
from labsite.identifiers import arxiv as checked_arxiv
from labsite.identifiers import doi as checked_doi
from labsite.identifiers import orcid as checked_orcid
from publications.importing import crossref, datacite, orcid
from publications.importing.addresses import put_identifier
from publications.importing.readings import Reading
from publications.works import Origin, Work

DOI_SOURCE = "doi.org"
ARXIV_SOURCE = "arxiv.org"
ORCID_SOURCE = "orcid.org"
CSL_JSON = "application/vnd.citationstyles.csl+json"
# A long life's list of works; papers are small.
LARGEST_LIST = 16 * 2**20


class LookupFailedError(Exception):
    """Nothing was found; ``sentence`` says why, and what to do instead.

    ``reason`` is the first half of it, and ``seconds`` how long the service wants to be left
    alone, or None. Where it was the service that failed, its error is the cause of this one.
    """

    def __init__(self, reason, advice="", seconds=None):
        self.reason = reason
        self.sentence = f"{reason} {advice}".rstrip()
        self.seconds = seconds
        super().__init__(self.sentence)


def work_of(scheme, value) -> Work:
    """The paper with this number: ``scheme`` is "doi" or "arxiv"."""
    return {"doi": work_of_doi, "arxiv": work_of_arxiv}[scheme](value)


def work_of_doi(doi) -> Work:
    """The paper with this DOI, as its registration agency describes it."""
    bare = _checked(checked_doi, doi)
    try:
        record = outside.ask(DOI_SOURCE, "/{}", bare, accept=CSL_JSON).json()
    except outside.UnknownError:
        return _work_at_datacite(bare)
    except outside.OutsideError as error:
        raise _failed(error) from error
    if not isinstance(record, dict):
        raise LookupFailedError(_unknown(bare))
    return _asked_for(crossref.work_of(record, Origin(DOI_SOURCE, key=bare)), bare)


def _work_at_datacite(bare):
    """The second place to ask: some agencies answer at their own address only."""
    try:
        record = outside.ask(
            "api.datacite.org", "/dois/{}", bare, accept="application/vnd.api+json"
        ).json()
    except outside.OutsideError:
        raise LookupFailedError(_unknown(bare)) from None
    if not datacite.is_record(record):
        raise LookupFailedError(_unknown(bare))
    work = next(iter(datacite.read_record(record, file=DOI_SOURCE)))
    return _asked_for(work, bare)


def _asked_for(work, bare):
    """The work under the DOI that was asked for, whichever the record prefers."""
    if work.doi and work.doi != bare:
        put_identifier(work, "doi", work.doi)
    work.doi = bare
    return work


def work_of_arxiv(arxiv) -> Work:
    """The preprint with this number at arXiv, which registers a DOI for each."""
    number = _checked(checked_arxiv, arxiv)
    work = work_of_doi(f"10.48550/arXiv.{number}")
    work.arxiv_id = number
    return work


def works_of_orcid(of_whom) -> Reading:
    """The works that somebody's ORCID record lists, each with what ORCID knows."""
    bare = _checked(checked_orcid, of_whom)
    try:
        record = outside.ask(
            "pub.orcid.org",
            "/v3.0/{}/record",
            bare,
            accept="application/json",
            at_most=LARGEST_LIST,
        ).json()
    except outside.UnknownError:
        raise LookupFailedError(
            _("%(orcid)s was not found at orcid.org. Please check it.") % {"orcid": bare}
        ) from None
    except outside.OutsideError as error:
        raise _failed(error) from error
    return orcid.read_record(record, file=ORCID_SOURCE)


def completed_works(works, notes, at_most):
    """Works of an ORCID record, ``at_most`` of them looked up by their DOIs.

    That takes about a second for each, and goes on as long as somebody answers; else what ORCID
    says has to do, and in ``notes`` stands why.
    """
    left = at_most
    for work in works:
        if work.doi and left:
            left -= 1
            try:
                work = _completed(work)
            except LookupFailedError as failure:
                notes.append(failure.reason)
                left = 0  # it would only fail again
        yield work


def completed(work) -> Work:
    """A work of an ORCID record as its DOI describes it, or as it is where that fails."""
    try:
        return _completed(work)
    except LookupFailedError as failure:
        work.warnings.append(failure.reason)
        return work


def _completed(work):
    """The same, or a LookupFailedError where the service, and not the paper, is the reason."""
    try:
        full = work_of_doi(work.doi)
    except LookupFailedError as failure:
        if failure.__cause__ is not None:
            raise
        work.warnings.append(failure.reason)
        return work
    for scheme, value in work.identifiers:
        if value != full.doi:
            put_identifier(full, scheme, value)
    for name in ("title", "date", "venue", "arxiv_id", "pubmed_id"):
        setattr(full, name, getattr(full, name) or getattr(work, name))
    if not full.authors:
        full.authors, full.is_list_incomplete = work.authors, work.is_list_incomplete
    full.origin = work.origin
    return full


def _checked(check, typed):
    """The bare number, or a LookupFailedError where it is none."""
    try:
        bare = check(typed)
    except ValidationError as error:
        raise LookupFailedError(f"“{str(typed)[:100]}”: {error.messages[0]}") from None
    if not bare:
        raise LookupFailedError(_("There is no number to look up."))
    return bare


def _failed(error):
    """The failure of a service in the words of the page on which somebody waits."""
    advice = _("Your text is kept. Try again, or paste the BibTeX instead.")
    return LookupFailedError(error.sentence, advice, getattr(error, "seconds", None))


def _unknown(bare):
    return _(
        "%(doi)s was found neither at doi.org nor at DataCite. Check the DOI, or type the paper in"
        " yourself."
    ) % {"doi": bare}
