"""A page for people with all that was found: one file, no network.

`story` makes the matches plain data, `source` finds the lines of the rules, `page` writes the HTML;
`page.css` and `page.js` go into it as they are.
"""

from verify.report.page import Page, Row, page

__all__ = ["Page", "Row", "page"]
