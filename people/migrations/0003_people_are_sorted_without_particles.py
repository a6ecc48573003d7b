from django.db import migrations

from labsite.folding import fold
from people.name_parts import sort_name

AT_ONCE = 500


def fill_keys(apps, schema_editor):
    """Sort everybody anew: "van der Westhuizen" stands under W from now on."""
    members = apps.get_model("people", "Member").objects.order_by()
    longest = members.model._meta.get_field("sort_key").max_length
    columns = ["pk", "display_name", "given_name", "family_name", "sort_under", "sort_key"]
    changed = []
    for member in members.only(*columns).iterator(chunk_size=AT_ONCE):
        name = sort_name(
            member.display_name,
            given=member.given_name,
            family=member.family_name,
            told=member.sort_under,
        )
        key = fold(name)[:longest]
        if key != member.sort_key:
            member.sort_key = key
            changed.append(member)
    members.bulk_update(changed, ["sort_key"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("people", "0002_particles_of_names")]
    operations = [migrations.RunPython(fill_keys, migrations.RunPython.noop)]
