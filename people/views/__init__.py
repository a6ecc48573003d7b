"""The pages of labs, people, topics, positions and free texts."""

from people.views.labs import LabDetail, LabList, LabNumbers, LabPeople, LabPictures
from people.views.members import MemberDetail, MemberList
from people.views.openings import LabOpenings, OpeningDetail, OpeningList
from people.views.pages import LabPage, PageDetail
from people.views.topics import TopicDetail, TopicList

__all__ = [
    "LabDetail",
    "LabList",
    "LabNumbers",
    "LabOpenings",
    "LabPage",
    "LabPeople",
    "LabPictures",
    "MemberDetail",
    "MemberList",
    "OpeningDetail",
    "OpeningList",
    "PageDetail",
    "TopicDetail",
    "TopicList",
]
