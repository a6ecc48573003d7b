"""The only door out: every question that the site asks of another machine goes through here.

Only the services of ``labsite.mirrors`` are asked, over https, at addresses that we build from
identifiers; nobody's typed address is ever fetched. Redirects are followed by hand, within these
services. An answer has to come within eight seconds, whatever it is that takes long, and to stay
within its size. What came of it is kept for the people who run the site.
"""

import asyncio
import json
import logging
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parseaddr, parsedate_to_datetime
from functools import cache
from importlib.metadata import version
from urllib.parse import quote, urljoin, urlsplit

import httpx2
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from labsite.mirrors import SERVICES, is_this_machine
from labsite.models import OutsideService

logger = logging.getLogger(__name__)

LARGEST = 2 * 2**20  # bytes of an answer
REDIRECTS = 5
LONGEST_WAIT = 24 * 60 * 60  # seconds that a service can ask us to stay away
_JSON = re.compile(r"application/(?:json|[\w.+-]+\+json)")
_TOO_MANY = 429


class OutsideError(Exception):
    """A service did not help; ``sentence`` says so, without what to do instead."""

    def __init__(self, service, sentence):
        super().__init__(sentence)
        self.service = service
        self.sentence = sentence


class SilentError(OutsideError):
    """The service is down, out of reach or too slow."""


class BusyError(OutsideError):
    """The service wants to be left alone for ``seconds``, if it said how long."""

    def __init__(self, service, sentence, seconds=None):
        super().__init__(service, sentence)
        self.seconds = seconds


class UnknownError(OutsideError):
    """The service answers, and knows nothing under this identifier."""


class OddAnswerError(OutsideError):
    """The answer is none that can be read, or leads where we do not go."""


@dataclass(frozen=True)
class Answer:
    """What a service said: its words in bytes, their type, where they came from at last."""

    service: str
    status: int
    content: bytes
    media_type: str
    headers: dict
    path: str

    def json(self):
        """The record in the answer; raises OddAnswerError for anything else than JSON."""
        # Crossref forgets to name the type now and then; what it then sends has to be JSON all
        # the same.
        if self.media_type and not _JSON.fullmatch(self.media_type):
            raise _recorded(_odd(self.service))
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError):
            raise _recorded(_odd(self.service)) from None


def ask(service, template, *identifiers, accept, at_most=LARGEST, headers=None):
    """Ask a service at the address that ``template`` and the quoted ``identifiers`` make.

    Raises an ``OutsideError`` when there is no answer to go on with. "Not modified" is one.
    """
    if service not in SERVICES:
        raise ValueError(f"{service} is no service that this site asks.")
    path = template.format(*map(quoted, identifiers))
    asked = {"Accept": accept, "Accept-Encoding": "identity", "User-Agent": user_agent()}
    try:
        answer = asyncio.run(_ask(service, path, asked | (headers or {}), at_most))
    except UnknownError:
        _record(service)
        raise
    except OutsideError as error:
        raise _recorded(error) from error.__cause__
    _record(service)
    return answer


def quoted(identifier):
    """An identifier as a part of an address, out of which it cannot lead: "/../" is spelled out."""
    parts = identifier.split("/")
    is_plain = not {"", ".", ".."} & set(parts)
    return quote(identifier, safe="/" if is_plain else "")


@cache
def _version():
    return version("labsite")


def user_agent():
    """Who asks, and whom to write to: services treat those better who say so."""
    _name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return f"Labsite/{_version()} ({settings.BASE_URL}; mailto:{address})"


def base(service):
    """Where a service is asked."""
    return settings.OUTSIDE_MIRRORS.get(service) or f"https://{service}"


async def _ask(service, path, headers, at_most):
    """Only an event loop ends a question in time, whether it hangs in a name, a handshake, a
    header or the tenth of a thousand slow drops of an answer."""
    try:
        async with asyncio.timeout(settings.OUTSIDE_SECONDS):
            return await _follow(service, path, headers, at_most)
    except (TimeoutError, httpx2.TransportError, OSError) as error:
        raise SilentError(service, _("%(service)s does not answer.") % {"service": service}) from (
            error
        )
    except httpx2.HTTPError as error:
        raise _odd(service) from error


async def _follow(service, path, headers, at_most):
    host, address = service, f"{base(service)}{path}"
    for _step in range(REDIRECTS + 1):
        timeout = httpx2.Timeout(settings.OUTSIDE_SECONDS, connect=settings.OUTSIDE_CONNECT_SECONDS)
        # A client for each step forgets every cookie. The proxy of the machine is for others.
        trust = not is_this_machine(address)
        async with (
            httpx2.AsyncClient(timeout=timeout, trust_env=trust, verify=_contexts()) as client,
            client.stream("GET", address, headers=headers) as response,
        ):
            if not response.has_redirect_location:
                content = await _content(service, response, at_most)
                return Answer(
                    service,
                    response.status_code,
                    content,
                    response.headers.get("content-type", "").partition(";")[0].strip().lower(),
                    dict(response.headers),
                    urlsplit(address).path,
                )
            host, address = _next(service, host, address, response.headers["location"])
    raise OddAnswerError(
        service, _("%(service)s leads from one address to the next.") % {"service": service}
    )


@cache
def _contexts():
    return httpx2.create_ssl_context()


def _next(service, host, address, location):
    """Where a redirect leads: to one of the services, or nowhere."""
    try:
        target = urljoin(address, location)
        parts = urlsplit(target)
        port = parts.port
    except ValueError:
        raise _astray(service) from None
    mirror = settings.OUTSIDE_MIRRORS.get(host)
    if mirror and (target == mirror or target.startswith(f"{mirror}/")):
        return host, target
    is_known = parts.hostname in SERVICES and port in {None, 80, 443} and not parts.username
    if parts.scheme not in {"https", "http"} or not is_known:
        raise _astray(service)
    query = f"?{parts.query}" if parts.query else ""
    return parts.hostname, f"{base(parts.hostname)}{parts.path}{query}"


async def _content(service, response, at_most):
    """The body of a good answer; errors of the service become ours."""
    status = response.status_code
    _refuse(service, status, response.headers)
    if _length(response.headers) > at_most:
        raise _too_large(service, at_most)
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise _odd(service)
    pieces, size = [], 0
    async for piece in response.aiter_raw():
        size += len(piece)
        if size > at_most:
            raise _too_large(service, at_most)
        pieces.append(piece)
    return b"".join(pieces)


def _refuse(service, status, headers):
    """Raise what an error of the service means."""
    is_limit = status == httpx2.codes.FORBIDDEN and headers.get("x-ratelimit-remaining") == "0"
    if status == _TOO_MANY or is_limit or (status == 503 and "retry-after" in headers):
        raise _busy(service, headers)
    if status in {404, 410}:
        raise UnknownError(service, _("%(service)s does not know this.") % {"service": service})
    if status >= 500:
        raise SilentError(service, _("%(service)s does not answer.") % {"service": service})
    if status not in {200, 304}:
        raise OddAnswerError(
            service,
            _("%(service)s refuses to answer (%(status)s).")
            % {"service": service, "status": status},
        )


def _length(headers):
    length = headers.get("content-length", "")
    return int(length) if length.isdigit() and len(length) < 19 else 0


def _busy(service, headers):
    seconds = _seconds(headers)
    if seconds is None:
        sentence = _("%(service)s is asked too often and wants us to wait.")
        return BusyError(service, sentence % {"service": service})
    minutes = max(1, round(seconds / 60))
    sentence = ngettext(
        "%(service)s is asked too often and wants us to wait for a minute.",
        "%(service)s is asked too often and wants us to wait for %(minutes)s minutes.",
        minutes,
    )
    return BusyError(service, sentence % {"service": service, "minutes": minutes}, seconds)


def _seconds(headers):
    """How long a service wants to be left alone, as it says in seconds, as a date or not at all."""
    after = headers.get("retry-after", "").strip()
    if re.fullmatch("[0-9]{1,9}", after):
        return min(int(after), LONGEST_WAIT)
    reset = headers.get("x-ratelimit-reset", "")
    try:
        if after:
            moment = parsedate_to_datetime(after)
            moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        elif re.fullmatch("[0-9]{1,11}", reset):
            moment = datetime.fromtimestamp(int(reset), UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return min(max(0, round((moment - timezone.now()).total_seconds())), LONGEST_WAIT)


def _odd(service):
    return OddAnswerError(
        service, _("%(service)s gave an answer that cannot be read.") % {"service": service}
    )


def _astray(service):
    return OddAnswerError(
        service,
        _("%(service)s leads to another place, where we do not go.") % {"service": service},
    )


def _too_large(service, at_most):
    return OddAnswerError(
        service,
        _("%(service)s gave an answer of more than %(size)s MB.")
        % {"service": service, "size": at_most // 2**20},
    )


def _recorded(error):
    """The error, once it is written down for the people who run the site."""
    _record(error.service, error.sentence)
    return error


def _record(service, error=""):
    """Keep when a service helped last, or what was wrong; no question fails because of that."""
    now = timezone.now()
    values = {"last_error_at": now, "last_error": error} if error else {"last_success_at": now}
    try:
        with transaction.atomic():
            OutsideService.objects.update_or_create(name=service, defaults=values)
    except DatabaseError:
        logger.exception("What came of asking %s could not be kept.", service)
