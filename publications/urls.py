"""Addresses of publications, talks, projects and news, also below a lab."""

from django.urls import path

from publications import views
from publications.views import exports

app_name = "publications"

urlpatterns = [
    path("publications/", views.PublicationList.as_view(), name="publication-list"),
    path("publications/<int:year>/", views.PublicationYear.as_view(), name="publication-year"),
    path(
        "publications/<str:slug>/",
        views.PublicationDetail.as_view(),
        name="publication-detail",
    ),
    path(
        "publications/<str:slug>/<str:name>.pdf",
        views.publication_pdf,
        name="publication-pdf",
    ),
    # The address of a list with an ending in place of its last slash is the list as a file.
    path("publications.<str:ending>", exports.all_publications, name="publication-list-file"),
    path(
        "publications/<int:year>.<str:ending>",
        exports.publications_of_year,
        name="publication-year-file",
    ),
    path(
        "publications/<str:slug>/cite.<str:ending>",
        exports.publication,
        name="publication-file",
    ),
    path(
        "labs/<str:slug>/publications.<str:ending>",
        exports.publications_of_lab,
        name="lab-publications-file",
    ),
    path(
        "people/<str:slug>/publications.<str:ending>",
        exports.publications_of_member,
        name="member-publications-file",
    ),
    path(
        "topics/<str:slug>/publications.<str:ending>",
        exports.publications_of_topic,
        name="topic-publications-file",
    ),
    path(
        "projects/<str:slug>/publications.<str:ending>",
        exports.publications_of_project,
        name="project-publications-file",
    ),
    path("talks/", views.TalkList.as_view(), name="talk-list"),
    path("talks/<str:slug>/", views.TalkDetail.as_view(), name="talk-detail"),
    path("projects/", views.ProjectList.as_view(), name="project-list"),
    path("projects/<str:slug>/", views.ProjectDetail.as_view(), name="project-detail"),
    path("news/", views.NewsList.as_view(), name="news-list"),
    path("news/<str:slug>/", views.NewsDetail.as_view(), name="news-detail"),
    path(
        "labs/<str:slug>/publications/",
        views.LabPublications.as_view(),
        name="lab-publications",
    ),
    path("labs/<str:slug>/projects/", views.LabProjects.as_view(), name="lab-projects"),
    path("labs/<str:slug>/talks/", views.LabTalks.as_view(), name="lab-talks"),
    path("labs/<str:slug>/news/", views.LabNews.as_view(), name="lab-news"),
]
