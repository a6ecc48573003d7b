"""Publications come in: source → records → reconcile → report.

A *source* is what somebody gives us: a file, a text that was pasted, the answer of a service. Its
module (``bibtex``, ``ris``, ``csl`` …) reads it into a ``Reading``, which yields one ``Work`` for
each entry, or says why the entry could not be read; nothing is dropped in silence. *Reconciling*
compares each work with what the site has and decides what is to happen; *writing* carries that
out, and the run keeps a *report* that accounts for every entry of the source.

Reading knows no database and asks nobody: what a file says depends on the file alone.
"""
