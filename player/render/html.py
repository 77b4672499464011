"""Self-contained HTML pages, from templates that escape all text, and show all characters of it."""

from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from player.render import visible


def rendered(package: str, template: str, **values: Any) -> str:
    """Return the page of `template` in `package`, filled with `values`; templates may extend `page.html`."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("player.render")]),
        autoescape=True,
        finalize=_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)


def _visible(value: Any) -> Any:
    """Return a value of a template as it is shown."""
    if isinstance(value, Markup):
        return Markup(visible(value))  # noqa: S704  # it was markup before
    return visible(value) if isinstance(value, str) else value
