"""How `make docs` builds the guide and the reference into one site of static pages, with Sphinx."""

project = "cuprust"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "cuprust"
html_show_copyright = False
# Headings can be linked to; documents of the repository that are no pages of the site are named, not linked.
myst_heading_anchors = 3


def setup(app):
    # rustdoc's examples that are compiled and not run.
    from pygments.lexers.rust import RustLexer

    app.add_lexer("rust,no_run", RustLexer)
