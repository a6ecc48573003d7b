"""Markdown becomes HTML here and nowhere else: when saved, and for the editor's preview."""

import re
from urllib.parse import unquote

import nh3
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt
from markdownx.models import MarkdownxField

from labsite.formulas import find_formula, formula_html, mark_up
from labsite.pictures import dimensions, srcset
from labsite.widgets import MarkdownWidget

MARKDOWN_LIMIT = 20_000

# Pasted from a PDF: characters that feeds, PostgreSQL or the sanitiser refuse, and the marks that
# turn the order of the following text around.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
# Word processors have line ends of their own.
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")

_TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"),
    *("em", "strong", "del", "s", "sup", "sub", "span", "a", "img"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height", "srcset", "sizes", "loading"},
    "ol": {"start"},
}
_OWN_ADDRESS = re.compile(r"[\w./-]+")


def render(text):
    """Return ``text`` as HTML that cannot do harm, raising ValidationError when it is too long."""
    limit_length(text)
    # Once more afterwards, because entities such as &#x202e; have become characters by then.
    html = printable(_markdown.render(printable(text)))
    return SafeString(
        nh3.clean(
            html,
            tags=_TAGS,
            attributes=_ATTRIBUTES,
            allowed_classes={"span": {"math"}},
            url_schemes={"http", "https", "mailto"},
            link_rel="nofollow noopener noreferrer ugc",
        )
    )


def inline_math(text):
    """A title or an abstract, which is plain text, as HTML with its formulas readable."""
    return SafeString(mark_up(printable(text)))


def printable(text):
    """Return ``text`` without characters that nobody can see, and with one kind of line end."""
    return _UNPRINTABLE.sub("", _LINE_END.sub("\n", text))


def limit_length(text):
    """Refuse a text that is too long to be rendered, in words."""
    if len(text) > MARKDOWN_LIMIT:
        raise ValidationError(
            _("Your text has %(length)s characters; the limit is %(limit)s."),
            code="text_too_long",
            params={
                "length": number_format(len(text), force_grouping=True),
                "limit": number_format(MARKDOWN_LIMIT, force_grouping=True),
            },
        )


def _formula_rule(state, silent):
    """A rule for markdown-it: formulas come before emphasis, so that underscores stay theirs."""
    end = find_formula(state.src, state.pos) if state.src[state.pos] == "$" else None
    if end is None or end >= state.posMax:
        return False
    if not silent:
        token = state.push("formula", "span", 0)
        token.content = state.src[state.pos + 1 : end]
    state.pos = end + 1
    return True


def _render_formula(renderer, tokens, index, options, env):
    return formula_html(tokens[index].content)


def _render_image(renderer, tokens, index, options, env):
    """A picture of ours is shown; one from elsewhere would report our visitors, so it is a link."""
    image = tokens[index]
    source = str(image.attrGet("src"))
    words = _words(image.children)
    if not source.startswith(settings.MEDIA_URL) or ".." in unquote(source):
        address = nh3.clean_text(source)
        return f'<a href="{address}">{nh3.clean_text(words) or address}</a>'
    image.attrSet("alt", words)
    name = source.removeprefix(settings.MEDIA_URL)
    if _OWN_ADDRESS.fullmatch(name) and (size := dimensions(name)):
        image.attrSet("width", size[0])
        image.attrSet("height", size[1])
        image.attrSet("srcset", srcset(name, lambda file: f"{settings.MEDIA_URL}{file}"))
        image.attrSet("sizes", "(min-width: 48rem) 40rem, 100vw")
    image.attrSet("loading", "lazy")
    return renderer.renderToken(tokens, index, options, env)


def _words(tokens):
    """The plain words of a description, its formulas included."""
    return "".join(
        _words(token.children) if token.type == "image" else token.content or _blank(token)
        for token in tokens
    )


def _blank(token):
    return " " if token.type in ("softbreak", "hardbreak") else ""


def _settle_headings(state):
    """The page has its only h1 already, and a level is never left out on the way down."""
    current, levels = 1, []
    for token in state.tokens:
        if token.type == "heading_open":
            typed = int(token.tag[1])
            while levels and levels[-1] >= typed:
                levels.pop()
            levels.append(typed)
            current = min(1 + len(levels), 6)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{current}"


def _make_markdown():
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": 20})
    markdown.enable(["table", "strikethrough"])
    markdown.inline.ruler.before("escape", "formula", _formula_rule)
    markdown.core.ruler.push("headings", _settle_headings)
    markdown.add_render_rule("formula", _render_formula)
    markdown.add_render_rule("image", _render_image)
    return markdown


_markdown = _make_markdown()


class MarkdownFormField(forms.CharField):
    """A long text whose lines count the same in every browser."""

    widget = MarkdownWidget
    default_validators = [limit_length]

    def to_python(self, value):
        return super().to_python(value).replace("\r\n", "\n")


class MarkdownField(MarkdownxField):
    """A text in Markdown; a ``RenderedMarkdown`` beside it keeps its HTML."""

    default_validators = [limit_length]

    def __init__(self, *args, **kwargs):
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"blank": self.blank}

    def pre_save(self, model_instance, add):
        text = printable(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, text)
        return text

    def formfield(self, **kwargs):
        kwargs["form_class"] = MarkdownFormField
        # The admin offers its own text area to every long text.
        if not _is_markdown_widget(kwargs.get("widget")):
            kwargs["widget"] = MarkdownWidget
        return super().formfield(**kwargs)


def _is_markdown_widget(widget):
    kind = widget if isinstance(widget, type) else type(widget)
    return issubclass(kind, MarkdownWidget)


class RenderedMarkdown(models.TextField):
    """The HTML of the Markdown field ``source`` of the same row, made when the row is saved."""

    def __init__(self, source, *args, **kwargs):
        self.source = source
        super().__init__(*args, **kwargs | {"editable": False, "blank": True, "default": ""})

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        for fixed in ("editable", "blank", "default"):
            kwargs.pop(fixed, None)
        return name, path, [self.source, *args], kwargs

    def pre_save(self, model_instance, add):
        html = render(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, html)
        return html

    def from_db_value(self, value, expression, connection):
        # Only the sanitiser writes into this column, so what comes out of it is safe to print.
        return SafeString(value)
