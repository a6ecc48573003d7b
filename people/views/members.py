"""People."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from labsite.pages import RecordDetail, reader
from labsite.sections import sections_of
from labsite.sharing import shared
from people.cards import RoleOrder
from people.contacts import contacts_of
from people.models import Member, MemberSection
from people.sections import names_line
from people.structured_data import person_page
from people.views.labs import people_context


class MemberDetail(RecordDetail):
    """Everything about one person, in the order that the person chose."""

    model = Member
    context_object_name = "member"

    def get_context_data(self, **kwargs):
        member = self.object
        stays = list(member.memberships.public().select_related("lab"))
        for stay in stays:
            stay.adviser_names = names_line(member.advisers_by_row[None, stay.pk])
        # Somebody who is still to come is no former member.
        current = [stay for stay in stays if not stay.is_past()]
        context = {
            "current_stays": sorted(current, key=lambda stay: not stay.is_current()),
            "former_stays": [stay for stay in stays if stay.is_past()],
            "contacts": contacts_of(member, reader(self.request)),
            "links": list(member.links.all()),
            "has_notice": bool(member.notice)
            and (not member.notice_until or member.notice_until >= timezone.localdate()),
            "sections": sections_of(
                "member", member, list(member.sections.all()), defaults=MemberSection
            ),
            "trail": None,
        }
        context |= {
            "things": person_page(
                member, stays=stays, links=context["links"], sections=context["sections"]
            ),
            "shared": shared(
                "profile",
                member.get_absolute_url(),
                member.display_name,
                words=member.headline,
                html=member.about_html,
                picture=member.photo,
                picture_description=member.photo_description or member.display_name,
                more=[
                    ("profile:first_name", member.given_name),
                    ("profile:last_name", member.family_name),
                ],
            ),
        }
        return super().get_context_data(**context, **kwargs)


class MemberList(TemplateView):
    """Everybody in all labs by role, each person once; who has left stands on pages of its own."""

    template_name = "people/member_list.html"

    def get_context_data(self, **kwargs):
        single_lab_id = self.request.site.single_lab_id
        context = {"page_title": _("People"), "labs_shown": not single_lab_id}
        context |= people_context(self.request, RoleOrder(single_lab_id))
        return super().get_context_data(**context, **kwargs)
