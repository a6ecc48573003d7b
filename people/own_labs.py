"""Which labs, and whose stays in them, somebody looks after."""

from labsite.permissions import may
from people.models import Lab, Member, Membership


def own_labs(record_admin, request):
    """The labs that the user may change, by name; read once for each request."""
    if not hasattr(request, "own_labs"):
        labs = record_admin.admin_site.get_model_admin(Lab).get_queryset(request)
        by_name = labs.order_by("name", "pk")
        request.own_labs = [lab for lab in by_name if may(request.user, "change", lab)]
    return request.own_labs


def as_choices(labs):
    """The labs as a field of a form wants them."""
    return Lab.objects.filter(pk__in=[lab.pk for lab in labs])


def own_stays(record_admin, request):
    """The stays of today that the user may end, with person and lab."""
    members = record_admin.admin_site.get_model_admin(Member).get_queryset(request)
    stays = Membership.objects.current().filter(
        lab__in=own_labs(record_admin, request), member__in=members.order_by().values("pk")
    )
    return stays.select_related("member", "lab").order_by("member__sort_key", "member", "-start")
