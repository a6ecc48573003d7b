"""What imports proposed and what people decided about it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class MatchDecision(models.Model):
    """Whether a printed name is this member, as a person decided it, remembered for ever."""

    class Verdict(models.TextChoices):
        YES = "yes", _("yes")
        NO = "no", _("no, not on this paper")
        NEVER = "never", _("never this person")

    member = models.ForeignKey(
        "people.Member", models.CASCADE, related_name="match_decisions", verbose_name=_("person")
    )
    folded_name = models.CharField(_("name as printed, folded"), max_length=300)
    publication = models.ForeignKey(
        "publications.Publication",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="match_decisions",
        verbose_name=_("paper"),
        help_text=_("Empty: on every paper."),
    )
    verdict = models.CharField(_("decision"), max_length=5, choices=Verdict)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("decision about an author")
        verbose_name_plural = _("decisions about authors")
        ordering = ["-decided_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member", "folded_name", "publication"],
                name="publications_matchdecision_once_per_paper",
                violation_error_message=_("This has been decided already."),
            ),
            models.UniqueConstraint(
                fields=["member", "folded_name"],
                condition=Q(publication=None),
                name="publications_matchdecision_once",
                violation_error_message=_("This has been decided already."),
            ),
        ]

    def __str__(self):
        return f"{self.folded_name}: {self.get_verdict_display()}"


class ImportRun(models.Model):
    """One import: where it came from and what became of it.

    A prepared one has been looked at and not been carried out; nothing of it is on the site.
    """

    class State(models.TextChoices):
        PREPARED = "prepared", _("prepared")
        DONE = "done", _("carried out")
        UNDONE = "undone", _("undone")

    state = models.CharField(_("state"), max_length=8, choices=State, default=State.DONE)
    source = models.CharField(_("source"), max_length=300)
    lab = models.ForeignKey(
        "people.Lab", models.SET_NULL, null=True, blank=True, related_name="import_runs"
    )
    member = models.ForeignKey(
        "people.Member", models.SET_NULL, null=True, blank=True, related_name="import_runs"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)
    # What the history calls the steps of this run.
    step = models.UUIDField(default=uuid.uuid4, editable=False)
    notes = models.JSONField(_("notes"), default=list, blank=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ["-started_at", "-pk"]

    def __str__(self):
        return self.source


class ImportEntry(models.Model):
    """One entry of an import: what it was, what happened, and what it changed."""

    class Outcome(models.TextChoices):
        CREATED = "created", _("created")
        UPDATED = "updated", _("updated")
        SKIPPED = "skipped", _("skipped")
        FAILED = "failed", _("failed")

    run = models.ForeignKey(ImportRun, models.CASCADE, related_name="entries")
    line = models.PositiveIntegerField(_("line"), null=True, blank=True)
    key = models.CharField(_("key"), max_length=300, blank=True)
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    # Sentences: what was read with doubt, what the source says otherwise than the site.
    notes = models.JSONField(_("notes"), default=list, blank=True)
    # What the source says, as ``Work.to_json`` gives it, of entries that wait for a person.
    work = models.JSONField(default=dict, blank=True, editable=False)
    publication = models.ForeignKey(
        "publications.Publication",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="import_entries",
    )
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)

    class Meta:
        verbose_name = _("entry of an import")
        verbose_name_plural = _("entries of an import")
        ordering = ["run", "line", "pk"]

    def __str__(self):
        return self.key or str(self.line)
