"""How much a page costs, in units of a bare Django that answers the same bytes to everybody.

    python -m tests.benchmarks [--rounds 3] [--publications 2000]

Machines differ and are shared, so the figures are ratios of processor time within one run: every
round serves the constant page and all others in turn. The unit is Django without middleware and a
view that returns 30 KB, under gunicorn with two synchronous workers. DATABASE_URL chooses the
engine; the database it names is filled, so give it an empty one.
"""
