"""HTML pages that need nothing else: from templates in which all text is escaped."""

from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined


def rendered(package: str, template: str, **values: Any) -> str:
    """The page that the `template` of `package` makes of `values`; it may extend `page.html`."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader("player.render")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)
