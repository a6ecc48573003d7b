"""People from a spreadsheet, as pasted or saved: which cell says what, whatever separates them."""

import csv
import io
import re
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from labsite.folding import fold
from people.models import Role

MOST_ROWS = 500
MOST_CHARACTERS = 512 * 1024

# The order that holds where no row of headings says another one.
COLUMNS = ["name", "role", "since", "until", "email", "adviser", "native_name"]

HEADINGS = {
    "name": ["name", "person", "full name", "nom", "姓名", "名字"],
    "given_name": ["first name", "given name", "forename", "vorname", "prenom"],
    "family_name": ["last name", "family name", "surname", "nachname", "nom de famille"],
    "role": ["role", "position", "status", "rolle", "funktion", "fonction", "角色", "身份"],
    "since": ["since", "from", "start", "begin", "joined", "seit", "von", "depuis", "开始"],
    "until": ["until", "to", "end", "expected end", "till", "bis", "jusqu'a", "结束"],
    "email": ["e-mail", "email", "mail", "e-mail address", "邮箱", "电子邮件"],
    "adviser": ["adviser", "advisor", "supervisor", "betreuer", "betreuerin", "导师"],
    "native_name": ["own script", "native name", "name in own script", "本名", "原名"],
}

OTHER_WORDS_FOR_ROLES = {
    Role.HEAD: ["pi", "principal investigator", "lab head", "group leader", "leiter", "leiterin"],
    Role.FACULTY: ["professor", "prof", "prof.", "associate professor", "assistant professor"],
    Role.RESEARCHER: ["research scientist", "scientist", "senior researcher", "research fellow"],
    Role.POSTDOC: ["postdoc", "post-doc", "postdoctoral fellow", "post-doctoral researcher"],
    Role.ENGINEER: ["research engineer", "software engineer", "research software engineer"],
    Role.PHD: ["phd", "ph.d.", "ph.d. student", "doctoral student", "phd candidate", "doctorant"],
    Role.MASTER: ["master", "master student", "master's student", "masters student", "msc"],
    Role.BACHELOR: ["bachelor", "bachelor student", "undergraduate", "undergrad", "bsc"],
    Role.INTERN: ["internship", "research intern", "stagiaire"],
    Role.VISITOR: ["guest", "visiting researcher", "visiting student", "visiting scholar"],
    Role.STAFF: ["secretary", "administrator", "technician", "lab manager", "office"],
}


class Row(NamedTuple):
    """One line of the spreadsheet: its number there, and the text of each cell."""

    number: int
    cells: dict


class Table(NamedTuple):
    """What was read: the rows, and the headings of columns that nothing is made of."""

    rows: list
    unused: list


def read(text):
    """Read people out of a pasted table; raises ValidationError in words."""
    if len(text) > MOST_CHARACTERS:
        raise ValidationError(_("That is too much at once. Paste it in several parts."))
    lines = _lines(text)
    if not lines:
        raise ValidationError(_("There is nothing in it yet. Paste at least one line."))
    columns = _headings(lines[0][1])
    unused = []
    if columns:
        unused = [
            cell
            for cell, column in zip(lines[0][1], columns, strict=True)
            if cell and column is None
        ]
        lines = lines[1:]
    if not lines:
        raise ValidationError(_("There are headings, but nobody below them."))
    if len(lines) > MOST_ROWS:
        raise ValidationError(
            _("These are %(count)s rows. At most %(most)s fit at once: paste them in parts."),
            params={"count": len(lines), "most": MOST_ROWS},
        )
    return Table([Row(number, _cells(line, columns or COLUMNS)) for number, line in lines], unused)


def written(rows):
    """The rows as a text that ``read`` takes, each given as its cells in the usual order."""
    table = io.StringIO()
    writer = csv.writer(table, delimiter="\t", lineterminator="\n")
    writer.writerow(HEADINGS[column][0].capitalize() for column in COLUMNS)
    writer.writerows(rows)
    return table.getvalue()


def _lines(text):
    """The lines that say something, each as its number and its cells."""
    # Excel ends lines of its own inside a cell with \n, and a pasted text may have any ending.
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    rows = csv.reader(io.StringIO(text), delimiter=_separator(text))
    try:
        cells = [[" ".join(cell.split()) for cell in row] for row in rows]
    except csv.Error:
        raise ValidationError(
            _("A quotation mark is opened and never closed. Close it or take it out.")
        ) from None
    return [(number, row) for number, row in enumerate(cells, start=1) if any(row)]


def _separator(text):
    """Tabs come from the clipboard, semicolons and commas from saved files."""
    for separator in ("\t", ";"):
        if separator in text:
            return separator
    return ","


def _headings(cells):
    """The column that each heading means, None for an unknown one; [] for a row of a person."""
    known = {fold(word): column for column, said in HEADINGS.items() for word in [*said, column]}
    columns = [known.get(fold(re.sub(r"\(.*\)|[:*]", "", cell)).strip()) for cell in cells]
    return columns if {"name", "family_name"} & set(columns) else []


def _cells(line, columns):
    cells = dict.fromkeys([*COLUMNS, "given_name", "family_name"], "")
    for column, cell in zip(columns, line, strict=False):
        if column and cell:
            cells[column] = cell
    if not cells["name"]:
        cells["name"] = f"{cells['given_name']} {cells['family_name']}".strip()
    return cells


@cache
def _roles():
    """Every word for a role, folded."""
    words = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            words |= {fold(str(role.label)): role.value for role in Role}
    words |= {role.value: role.value for role in Role}
    for role, others in OTHER_WORDS_FOR_ROLES.items():
        words |= {fold(word): role.value for word in others}
    return words


def role_of(text):
    """The role that a cell means, or "" where it means none that we know."""
    return _roles().get(fold(text), "")


def language_of(text):
    """The language that a script is written for alone, or most often; "" where nobody can say."""
    if re.search("[\u3040-\u30ff]", text):
        return "ja"
    if re.search("[\uac00-\ud7af]", text):
        return "ko"
    if re.search("[\u4e00-\u9fff]", text):
        return "zh"
    return ""


def decode(data):
    """The text of a file that a spreadsheet saved; raises ValidationError in words."""
    if data.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        raise ValidationError(
            _("That is a workbook. Copy its cells and paste them, or save it as “CSV UTF-8”.")
        )
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise ValidationError(
            _("The letters of this file cannot be told for sure. Save it as “CSV UTF-8”.")
        ) from None


def example():
    """A file to begin with, which spreadsheets open with all letters intact."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(
        [_("Name"), _("Role"), _("Since"), _("Until"), _("E-mail"), _("Adviser"), _("Own script")]
    )
    phd, visitor = Role.PHD.label, Role.VISITOR.label
    writer.writerow(["Xinyi Liu", phd, "2026-10", "2030", "x.liu@example.org", "Bin Cui", "刘心怡"])
    writer.writerow(["Piotr Piękos", visitor, "2026-09-01", "2027-02", "", "", ""])
    return table.getvalue().encode("utf-8-sig")
