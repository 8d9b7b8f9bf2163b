"""`yourtrumps rules list`: the rule files that come with the program."""

from __future__ import annotations

from cli.options import JsonOption


def list_rules(as_json: JsonOption = False) -> None:
    """List the rule files that come with the program, by the names that every command knows.

    \b
    Example:
      yourtrumps rules list
    """
    import json

    from interpreter.check.load import load_file
    from interpreter.check.shelf import shipped

    rows = []
    for name in shipped():
        game = load_file(name).game
        rows.append((name, game.name if game else "", game.about if game else "does not load"))
    if as_json:
        keys = ("name", "title", "about")
        print(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=2, ensure_ascii=False))
        return
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, title, about in rows:
        print(f"{name:<{width}}  {title}: {about}" if about else f"{name:<{width}}  {title}")
