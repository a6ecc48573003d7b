from django.db import migrations

from publications.titles import title_key

AT_ONCE = 500


def fill_keys(apps, schema_editor):
    """Give every title its key; what is written later gets it when it is saved."""
    publications = apps.get_model("publications", "Publication").objects.order_by()
    waiting = []
    for publication in publications.only("pk", "title").iterator(chunk_size=AT_ONCE):
        publication.title_key = title_key(publication.title)
        waiting.append(publication)
        if len(waiting) == AT_ONCE:
            publications.bulk_update(waiting, ["title_key"])
            waiting.clear()
    publications.bulk_update(waiting, ["title_key"])


class Migration(migrations.Migration):
    dependencies = [("publications", "0002_imports_find_works_again")]
    operations = [migrations.RunPython(fill_keys, migrations.RunPython.noop)]
