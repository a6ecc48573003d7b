"""A server on this machine that imitates doi.org, Crossref, DataCite, ORCID and GitHub.

It answers with invented records of the same shape as theirs, and in every way in which services
fail. Tests point the site to it with the fixture ``services`` of tests/conftest.py.
"""

import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import yaml

from labsite.mirrors import SERVICES

CSL_JSON = "application/vnd.citationstyles.csl+json"
JSON = "application/json"


class Reply(NamedTuple):
    """What the server says to one address."""

    body: Any = b""
    status: int = 200
    media_type: str = JSON
    headers: dict = {}
    seconds: float = 0  # of silence before the first byte
    is_endless: bool = False
    drop_seconds: float = 0  # between one byte of the body and the next


class Services:
    """Which address gets which reply, and what was asked so far."""

    def __init__(self):
        self.replies = {}
        self.asked = []
        self.is_over = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    @property
    def mirrors(self):
        """The setting that points every service to this server."""
        return {service: f"{self.address}/{service}" for service in SERVICES}

    def reply(self, path, body=b"", **how):
        """Say what "/doi.org/10.5555/x" gets."""
        self.replies[path] = Reply(body, **how)

    def close(self):
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def _handler(services):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            services.asked.append((self.path, dict(self.headers)))
            reply = services.replies.get(
                self.path, Reply(b"Resource not found.", 404, "text/plain")
            )
            services.is_over.wait(reply.seconds)
            try:
                self.answer(reply)
            except (BrokenPipeError, ConnectionResetError):
                return  # whoever asked has gone away, as it should

        def answer(self, reply):
            body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            if reply.media_type:
                self.send_header("Content-Type", reply.media_type)
            if not reply.is_endless:
                self.send_header("Content-Length", str(len(body)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if reply.drop_seconds:
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    if services.is_over.wait(reply.drop_seconds):
                        return
            self.wfile.write(body)
            while reply.is_endless and not services.is_over.is_set():
                self.wfile.write(b" " * 65536)

        def log_message(self, *_args):
            """Say nothing: tests look at what was asked instead."""

    return Handler


def recordings(path):
    """The exchanges of a recording (a cassette of VCR): address, and what was answered."""
    for exchange in yaml.safe_load(path.read_text())["interactions"]:
        response = exchange["response"]
        body = response["body"]["string"]
        body = body.encode() if isinstance(body, str) else body
        if body.startswith(b"\x1f\x8b"):
            body = gzip.decompress(body)
        headers = {name.lower(): values[0] for name, values in response["headers"].items()}
        kept = {"Location": headers["location"]} if "location" in headers else {}
        media_type = headers.get("content-type", "")
        status = response["status"]["code"]
        yield exchange["request"]["uri"], Reply(body, status, media_type, kept)


# Records


def csl_record(**fields):
    """A paper as doi.org hands it out for Crossref."""
    return {
        "type": "journal-article",
        "title": "Tides of the inner sea",
        "author": [
            {
                "given": "Lena",
                "family": "Kurz",
                "sequence": "first",
                "ORCID": "https://orcid.org/0000-0002-1825-0097",
                "affiliation": [{"name": "Institute of the Sea"}],
            },
            {"given": "Otto", "family": "van der Berg", "sequence": "additional"},
        ],
        "container-title": "Journal of Tides",
        "issued": {"date-parts": [[2024, 3, 5]]},
        "volume": "7",
        "issue": "2",
        "page": "101-120",
        "DOI": "10.5555/tides.1",
        "ISSN": ["1234-567X"],
        "URL": "https://doi.org/10.5555/tides.1",
        "publisher": "Sea Press",
        "score": 1,
        "is-referenced-by-count": 3,
    } | fields


def datacite_record(**attributes):
    """A dataset as DataCite describes it."""
    return {
        "data": {
            "id": "10.5555/gauges",
            "type": "dois",
            "attributes": {
                "doi": "10.5555/gauges",
                "titles": [{"title": "Gauges of the inner sea"}],
                "creators": [
                    {
                        "name": "Kurz, Lena",
                        "givenName": "Lena",
                        "familyName": "Kurz",
                        "nameType": "Personal",
                        "affiliation": ["Institute of the Sea"],
                        "nameIdentifiers": [
                            {
                                "nameIdentifier": "https://orcid.org/0000-0002-1825-0097",
                                "nameIdentifierScheme": "ORCID",
                            }
                        ],
                    },
                    {"name": "Tide Consortium", "nameType": "Organizational"},
                ],
                "publisher": "Zenodo",
                "publicationYear": 2023,
                "types": {"resourceTypeGeneral": "Dataset", "citeproc": "dataset"},
                "dates": [{"date": "2023-05-04", "dateType": "Issued"}],
                "descriptions": [
                    {"description": "<p>All gauges.</p>", "descriptionType": "Abstract"}
                ],
                "version": "1.10",
                "url": "https://example.org/gauges",
            }
            | attributes,
        }
    }


def orcid_work(put_code, title="Tides of the inner sea", **fields):
    """One version of a work as the list of an ORCID record has it."""
    return {
        "put-code": put_code,
        "title": {"title": {"value": title}, "subtitle": None, "translated-title": None},
        "external-ids": {"external-id": []},
        "url": None,
        "type": "journal-article",
        "publication-date": {"year": {"value": "2024"}, "month": None, "day": None},
        "journal-title": {"value": "Journal of Tides"},
        "visibility": "public",
        "display-index": "0",
    } | fields


def external_ids(*pairs, relationship="self"):
    """Identifiers of a work in the shape of ORCID, from schemes and values."""
    return {
        "external-id": [
            {
                "external-id-type": scheme,
                "external-id-value": value,
                "external-id-url": None,
                "external-id-relationship": relationship,
            }
            for scheme, value in pairs
        ]
    }


def orcid_record(*groups, orcid="0000-0002-1825-0097"):
    """The record of a person: each group is the versions of one work."""
    return {
        "orcid-identifier": {"uri": f"https://orcid.org/{orcid}", "path": orcid},
        "person": {
            "name": {
                "given-names": {"value": "Lena"},
                "family-name": {"value": "Kurz"},
                "credit-name": None,
            },
            "other-names": {"other-name": [{"content": "Lena Former"}]},
        },
        "activities-summary": {
            "works": {
                "group": [
                    {"external-ids": None, "work-summary": list(versions)} for versions in groups
                ]
            }
        },
    }


def repository(name="sea/tides", stars=12, **fields):
    """A repository as GitHub describes it."""
    return {
        "full_name": name,
        "html_url": f"https://github.com/{name}",
        "stargazers_count": stars,
        "archived": False,
    } | fields
