"""What a request must be before anybody looks at it."""

from django.core.exceptions import BadRequest
from django.utils.http import parse_header_parameters
from django.views.defaults import bad_request


class NoNulBytesMiddleware:
    """Refuse NUL bytes in addresses: nobody types them, and PostgreSQL cannot store them."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "\0" in query or "%00" in query:
            # Answered rather than raised: robots try this, and each would fill the log.
            return bad_request(request, exception=None)
        return self.get_response(request)


class WholeBody:
    """The body of one request, refused when it ends before its announced length or last line.

    Without a proxy in front, a broken connection would otherwise look like a shorter form:
    Django parses what arrived, and half a text is saved as if it were all of it. The same holds
    for a form in parts that lacks the line after the last one, whoever dropped it.
    """

    def __init__(self, stream, length, last_line=b""):
        self._stream = stream
        self._missing = length
        self._last_line = last_line
        self._end = b""

    def read(self, size=-1):
        """Return ``size`` bytes; fewer only when the announced length is reached."""
        wanted = self._missing if size is None or size < 0 else min(size, self._missing)
        parts = []
        while wanted:
            part = self._take(self._stream.read, wanted)
            wanted -= len(part)
            parts.append(part)
        return b"".join(parts)

    def readline(self, size=-1):
        """Return the next line, or ``size`` bytes of it."""
        limit = self._missing if size is None or size < 0 else min(size, self._missing)
        return self._take(self._stream.readline, limit) if limit else b""

    def _take(self, read, size):
        part = read(size)
        if not part:
            raise BadRequest("The request ended before all of it had arrived.")
        self._missing -= len(part)
        self._check_end(part)
        return part

    def _check_end(self, part):
        if not self._last_line:
            return
        # Two bytes more than the line: a line break follows it.
        self._end = (self._end + part)[-len(self._last_line) - 2 :]
        if not self._missing and not self._end.rstrip(b"\r\n").endswith(self._last_line):
            raise BadRequest("The form ended before its last line.")


def with_whole_bodies(application):
    """Wrap a WSGI application so that it never takes a cut body for a complete one."""

    def wrapped(environ, start_response):
        length = environ.get("CONTENT_LENGTH", "")
        if length.isdecimal():
            last_line = last_line_of(environ.get("CONTENT_TYPE", ""))
            environ["wsgi.input"] = WholeBody(environ["wsgi.input"], int(length), last_line)
        return application(environ, start_response)

    return wrapped


def last_line_of(content_type):
    """The line that must end a body of this type; empty where there is none.

    https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
    """
    kind, parameters = parse_header_parameters(content_type)
    if not kind.startswith("multipart/") or "boundary" not in parameters:
        return b""
    return f"--{parameters['boundary']}--".encode("latin-1", "replace")
