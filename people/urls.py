"""Addresses of labs, people, topics, positions and free pages."""

from django.urls import path

from people import views

app_name = "people"

urlpatterns = [
    path("labs/", views.LabList.as_view(), name="lab-list"),
    path("labs/<str:slug>/", views.LabDetail.as_view(), name="lab-detail"),
    path("labs/<str:slug>/people/", views.LabPeople.as_view(), name="lab-people"),
    path("labs/<str:slug>/openings/", views.LabOpenings.as_view(), name="lab-openings"),
    path("labs/<str:slug>/pictures/", views.LabPictures.as_view(), name="lab-pictures"),
    path("labs/<str:slug>/numbers/", views.LabNumbers.as_view(), name="lab-numbers"),
    # Last of all addresses below a lab: a free page may not take one of the words above.
    path("labs/<str:slug>/<str:page>/", views.LabPage.as_view(), name="lab-page"),
    path("people/", views.MemberList.as_view(), name="member-list"),
    path("people/<str:slug>/", views.MemberDetail.as_view(), name="member-detail"),
    path("topics/", views.TopicList.as_view(), name="topic-list"),
    path("topics/<str:slug>/", views.TopicDetail.as_view(), name="topic-detail"),
    path("openings/", views.OpeningList.as_view(), name="opening-list"),
    path("openings/<str:slug>/", views.OpeningDetail.as_view(), name="opening-detail"),
    path("pages/<str:slug>/", views.PageDetail.as_view(), name="page-detail"),
]
