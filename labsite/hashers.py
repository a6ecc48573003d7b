"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class SmallArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, OWASP's figure for servers that check many passwords at once.

    Django's own 100 MiB let sixteen logins at the same moment take more than a gigabyte.
    https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
    """

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1
