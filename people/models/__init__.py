"""Labs, members, the stays that join them, and what a CV holds."""

from people.models.credits import Adviser, Credit, Recipient
from people.models.cv import Award, Education, Position, Service, Teaching
from people.models.labs import Lab, LabContact, LabLink, LabPicture, LabRole, LabSection, RoleGroup
from people.models.members import Interest, Member, MemberLink, MemberName, MemberSection
from people.models.memberships import Membership, Role
from people.models.openings import Opening
from people.models.pages import Page
from people.models.topics import Topic
from people.models.twins import DistinctMembers

__all__ = [
    "Adviser",
    "Award",
    "Credit",
    "DistinctMembers",
    "Education",
    "Interest",
    "Lab",
    "LabContact",
    "LabLink",
    "LabPicture",
    "LabRole",
    "LabSection",
    "Member",
    "MemberLink",
    "MemberName",
    "MemberSection",
    "Membership",
    "Opening",
    "Page",
    "Position",
    "Recipient",
    "Role",
    "RoleGroup",
    "Service",
    "Teaching",
    "Topic",
]
