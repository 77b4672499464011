"""Self-contained HTML pages, from templates that escape all text."""

from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined


def rendered(package: str, template: str, **values: Any) -> str:
    """Return the page of `template` in `package`, filled with `values`; templates may extend `page.html`."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("player.render")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)
