"""The services that the site asks about papers and projects, and where else they may be asked.

A department may have a mirror of one, and tests a server of their own.
"""

from urllib.parse import urlsplit

SERVICES = (
    *("doi.org", "api.crossref.org", "data.crossref.org", "api.datacite.org", "data.datacite.org"),
    *("export.arxiv.org", "pub.orcid.org", "orcid.org", "api.github.com"),
)
_THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}


def mirrors(pairs):
    """The addresses that stand in for services: service → address.

    Each pair reads "doi.org=https://mirror.example.org/doi". Without TLS only this machine is
    asked. Raises RuntimeError with a sentence about the pair that cannot be.
    """
    addresses = {}
    for pair in pairs:
        service, _equals, address = (part.strip() for part in pair.partition("="))
        if service not in SERVICES:
            raise RuntimeError(
                f"LABSITE_MIRRORS names “{service}”, which the site never asks;"
                f" it asks {', '.join(SERVICES)}."
            )
        parts = urlsplit(address)
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_this_machine(address))
        if not is_safe or not parts.hostname or parts.username or parts.query or parts.fragment:
            raise RuntimeError(
                f"LABSITE_MIRRORS must give an https:// address for {service}, such as"
                f" {service}=https://mirror.example.org; .env.example explains it."
            )
        addresses[service] = address.rstrip("/")
    return addresses


def is_this_machine(address):
    """Whether an address leads to the machine that the site itself runs on."""
    return urlsplit(address).hostname in _THIS_MACHINE
