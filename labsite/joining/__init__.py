"""Two records that are the same thing become one, and nothing of either is lost.

- ``ties``: what leads to a record, and how each of these goes over to another one;
- ``columns``: what the two say themselves, and where a person has to choose;
- ``joining``: doing it, as one step that can be undone;
- ``pages``: the pages of the admin on which one looks at two and merges them;
- ``twins``: which records may be there twice, and which ones a person told apart;
- ``twin_pages``: the page that lists them;
- ``admin``: what the admin of such records has besides.
"""
