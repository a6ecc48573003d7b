import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import labsite.pictures


class Migration(migrations.Migration):
    dependencies = [
        ("labsite", "0002_changes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ContentPicture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "file",
                    labsite.pictures.PictureField(
                        blank=False, upload_to="content/", verbose_name="picture"
                    ),
                ),
                (
                    "sha256",
                    models.CharField(help_text="Of the file as it arrived.", max_length=64),
                ),
                (
                    "size",
                    models.PositiveBigIntegerField(
                        help_text="Bytes on the disk, smaller copies included."
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "uploader",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="added by",
                    ),
                ),
            ],
            options={
                "verbose_name": "picture in a text",
                "verbose_name_plural": "pictures in texts",
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["uploader", "sha256"],
                        name="labsite_contentpicture_once_per_person",
                    ),
                    models.UniqueConstraint(
                        fields=["file"], name="labsite_contentpicture_file_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PictureUse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=60)),
                ("record_id", models.PositiveBigIntegerField()),
                (
                    "picture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uses",
                        to="labsite.contentpicture",
                    ),
                ),
            ],
            options={
                "verbose_name": "use of a picture",
                "verbose_name_plural": "uses of pictures",
                "indexes": [
                    models.Index(fields=["kind", "record_id"], name="labsite_pictureuse_of_row")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["picture", "kind", "record_id"], name="labsite_pictureuse_once"
                    )
                ],
            },
        ),
    ]
