"""Addresses of publications, talks, projects and news, also below a lab."""

from django.urls import path

from publications import views

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
