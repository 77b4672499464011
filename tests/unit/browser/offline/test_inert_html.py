"""Scripts and other active parts are taken out of a saved page; the rest stays as it is."""

import pytest

from player.browser.offline.inert_html import inert


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>a<script>'</p>'</script>b</p>", "<p>ab</p>"),
        ("<p>a<script>open", "<p>a"),
        ("<svg><script href=x /></svg><p>b</p>", "<svg></svg><p>b</p>"),
        ('<meta http-equiv="Content-Security-Policy" content="x"><meta name="a">', '<meta name="a">'),
        ("<META HTTP-EQUIV=refresh content=1>", ""),
        ('<base href="/x"><link rel=preload as=script href=x>', ""),
        ('<link rel="stylesheet" integrity="sha256-x" href="a.css">', '<link rel="stylesheet" href="a.css">'),
        ("<link rel=stylesheet href=a.css>", "<link rel=stylesheet href=a.css>"),
        ('<p onclick="x()" class="a &amp; b" hidden>c</p>', '<p class="a &amp; b" hidden>c</p>'),
        ('<a href=" JavaScript:x()">c</a>', "<a>c</a>"),
        ('<iframe id="f" src="https://a.example/" srcdoc="<p>"><p>b</p></iframe>c', '<iframe id="f"></iframe>c'),
        ("<noscript><p>a</p></noscript><!-- </head> -->b", "b"),
        (
            '<svg viewBox="0 0 9 9"><path d="M1" onload="x"/><g></g></svg>',
            '<svg viewBox="0 0 9 9"><path d="M1"/><g></g></svg>',
        ),
        (
            "<style>a > b { content: '</p>' }</style>&copy; &#39; &lt;",
            "<style>a > b { content: '</p>' }</style>&copy; &#39; &lt;",
        ),
    ],
)
def test_what_runs_or_forbids_is_taken_out_and_the_rest_stays(before: str, after: str) -> None:
    html = "<!DOCTYPE html><html><head></head><body>{}</body></html>"
    assert inert(html.format(before)).startswith(html.format(after).removesuffix("</body></html>"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "<html><head><title>a</title></head><body>b</body></html>",
            "<html><head><title>a</title>H</head><body>bF</body></html>",
        ),
        (
            "<html><head><title>a</title><body data-a='</body>'>b",
            "<html><head><title>a</title>H<body data-a='</body>'>bF",
        ),
        ("<p>b", "<head>H</head><p>bF"),
        ("<body><script>'</body>'</script>b</body>", "<head>H</head><body>bF</body>"),
    ],
)
def test_additions_come_at_the_end_of_head_and_body(before: str, after: str) -> None:
    assert inert(before, "H", "F") == after
