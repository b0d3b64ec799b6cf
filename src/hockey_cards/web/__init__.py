"""Games in a browser: one front end, and the two back ends that it talks to.

``web.local`` runs in the page itself, by Pyodide. ``web.server``, which needs the extra ``web``, runs on a machine that
people reach. Both speak the protocol of ``web.protocol``, and have no rules, words or pictures of their own.
"""
