"""Forms of the admin as a browser would send them."""

from html.parser import HTMLParser


class Fields(HTMLParser):
    """Collects what the fields of a page hold; the template of rows to add is passed over."""

    def __init__(self):
        super().__init__()
        self.data = {}
        self.name = None  # of the select or text area that is open
        self.text = None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        name = attrs.get("name")
        if tag == "option" and self.name and "selected" in attrs:
            self.data.setdefault(self.name, []).append(attrs.get("value") or "")
        elif not name or "__prefix__" in name:
            return
        elif tag == "select":
            self.name = name
        elif tag == "textarea":
            self.name, self.text = name, ""
        elif tag == "input" and attrs.get("type") not in {"submit", "file", "search"}:
            is_switch = attrs.get("type") in {"checkbox", "radio"}
            if not is_switch or "checked" in attrs:
                self.data[name] = attrs.get("value") or ("on" if is_switch else "")

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self.text is not None:
            # A browser drops the line break that opens a text area.
            self.data[self.name] = self.text.removeprefix("\r\n").removeprefix("\n")
        if tag in {"textarea", "select"}:
            self.name = self.text = None


def filled_in(response):
    """What the form on a page would send if somebody pressed the button at once."""
    fields = Fields()
    fields.feed(response.text)
    for name in ("csrfmiddlewaretoken", "action", "q"):
        fields.data.pop(name, None)
    return fields.data


def add_row(data, prefix, **cells):
    """Press "Add another" and fill in the new row."""
    number = int(data[f"{prefix}-TOTAL_FORMS"])
    data[f"{prefix}-TOTAL_FORMS"] = number + 1
    data |= {f"{prefix}-{number}-{name}": value for name, value in cells.items()}
    return data


def sentences(response):
    """Every complaint on the page, as text."""
    errors = response.context["errors"]
    return [
        str(error)
        for listed in errors
        for error in ([listed] if isinstance(listed, str) else listed)
    ]
