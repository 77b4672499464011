"""Scenes as SVG."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from player.render import visible
from player.render.shapes import STYLES, Circle, Line, Point, Polygon, Rectangle, Scene, Shape, Text


@dataclass(frozen=True, slots=True)
class SvgElement:
    """An element of SVG: its `name`, attributes and text, and the elements in it."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    children: tuple["SvgElement", ...] = ()


def svg(scene: Scene, margin: float = 0) -> str:
    """Return the scene as an SVG document without so wide a `margin`, with a title and a description as alternative."""
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    size = [f"{side - 2 * margin:g}" for side in (scene.width, scene.height)]
    root.attrib |= {"viewBox": " ".join([f"{margin:g}", f"{margin:g}", *size])}
    root.attrib |= {"width": size[0], "height": size[1], "font-family": STYLES["board"]["font"]}
    SubElement(root, "title").text = scene.title
    SubElement(root, "desc").text = "; ".join(scene.words)
    SubElement(root, "rect", width="100%", height="100%", fill=STYLES["board"]["paper"])
    put_in(root, scene.shapes)
    indent(root)
    return visible(tostring(root, encoding="unicode")) + "\n"


def put_in(parent: Element, shapes: Iterable[Shape]) -> None:
    """Append each shape to an element of a document."""
    for element in elements(shapes):
        SubElement(parent, element.name, element.attributes).text = element.text or None


def group(shapes: Iterable[Shape], opacity: float = 1) -> SvgElement:
    """Return the shapes as one element of SVG, of so much `opacity` as a whole."""
    return SvgElement("g", {"opacity": _text(opacity)}, children=tuple(elements(shapes)))


def elements(shapes: Iterable[Shape]) -> Iterator[SvgElement]:
    """Yield each shape as an element of SVG."""
    for shape in shapes:
        name, place = _place(shape)
        text = shape.text if isinstance(shape, Text) else ""
        yield SvgElement(name, {key: _text(value) for key, value in {**_look(shape), **place}.items()}, text)


def _look(shape: Shape) -> dict[str, str | float]:
    look: dict[str, str | float] = {"class": shape.kind, "fill": shape.fill or "none"}
    if shape.opacity < 1:
        look["fill-opacity"] = shape.opacity
    if shape.stroke:
        look |= {"stroke": shape.stroke, "stroke-width": shape.width}
    return look


def _place(shape: Shape) -> tuple[str, dict[str, str | float]]:
    """Return the name of the shape's element, and its geometry."""
    match shape:
        case Rectangle(at=at, size=size):
            return "rect", {"x": at.x, "y": at.y, "width": size.x, "height": size.y, "rx": shape.radius}
        case Circle(middle=middle):
            return "circle", {"cx": middle.x, "cy": middle.y, "r": shape.radius}
        case Polygon(points=points):
            return "polygon", {"points": _points(points), "stroke-linejoin": "round"}
        case Line(points=points):
            ends = "round" if shape.round else "butt"
            return "polyline", {"points": _points(points), "stroke-linecap": ends, "stroke-linejoin": "round"}
        case Text(middle=middle):
            anchor, weight = "start" if shape.left else "middle", "700" if shape.bold else "400"
            look: dict[str, str | float] = {"font-size": shape.size, "text-anchor": anchor, "font-weight": weight}
            return "text", {"x": middle.x, "y": shape.baseline, **look}
    raise TypeError(f"no writer for {shape}")


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_text(point.x)},{_text(point.y)}" for point in points)


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 2):.10g}"
