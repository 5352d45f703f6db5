"""What the page looks like: nothing overflows, everything can be read, nothing of it is taken for markup."""

import browser
from page_server import PageServer, SAMPLE
from scenes import HOSTILE, ROUTE, SCENES

# In the page: what sticks out of the window, or of the element that should hold it.
OVERFLOWS = """(() => {
  const found = [];
  const root = document.documentElement;
  const [width, height] = [root.scrollWidth, root.scrollHeight];
  if (width > innerWidth || height > innerHeight) found.push(`page ${width}x${height}`);
  const parts = '#sign, #distance-number, #distance-unit, #bar, #street, #towards, #lanes:not([hidden]) svg, #then, '
    + '#then-sign svg, #notice-text, #speed-now, #limit, #current-street, #arrival dd, #tools button, #caption, #flags li, '
    + '#alarm';
  for (const node of document.querySelectorAll(parts)) {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const home = (node.closest('section') ?? document.body).getBoundingClientRect();
    const out = Math.max(home.left - box.left, home.top - box.top, box.right - home.right, box.bottom - home.bottom);
    if (out > 1) found.push(`${node.id || node.tagName} by ${out.toFixed(1)}`);
  }
  return found;
})()"""

# In the page: the contrast of each text with its ground, as WCAG 2 computes it.
CONTRASTS = """(() => {
  const parts = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = node => {
    for (let at = node; at; at = at.parentElement) {
      const color = parts(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || !node.checkVisibility() || node.closest('.unseen, script, noscript')) continue;
    const style = getComputedStyle(node);
    const [one, two] = [light(parts(style.color)), light(ground(node))];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    found.push([text.slice(0, 30), contrast, isLarge ? 3 : 4.5, node.id || node.className || node.tagName]);
  }
  return found;
})()"""


class LookTests(browser.BrowserTest):
    def setUp(self):
        self.server = PageServer()
        self.server.routes["1"] = ROUTE
        self.server.show()
        self.addCleanup(self.server.stop)

    def show(self, visit, name, number):
        """Shows a scene; it is there when its warning is."""
        title = f"scene {number} {name}"
        self.server.show(**SCENES[name] | {"display": {"title": title}})
        visit.wait("document.title === argument", title)
        visit.settle()

    def test_nothing_overflows_at_any_size(self):
        for size in browser.SIZES:
            with self.visit(self.server.url, size) as visit:
                for number, name in enumerate(SCENES):
                    self.show(visit, name, number)
                    self.assertEqual(visit.get(OVERFLOWS), [], f"{name} at {size}")

    def test_every_text_can_be_read_in_every_theme(self):
        for theme in browser.THEMES:
            with self.visit(self.server.url, (1024, 768)) as visit:
                visit.get("page.choices.theme = argument", theme)
                visit.get("page.showChoices()")
                for number, name in enumerate(SCENES):
                    self.show(visit, name, number)
                    for opened in (None, "details", "help"):
                        if opened:
                            visit.get("page.openDialog(argument)", opened)
                        for text, contrast, least, where in visit.get(CONTRASTS):
                            least = 7 if theme == "contrast" else least
                            self.assertGreaterEqual(contrast, least, f"“{text}” in {where} of {name}, {theme}")
                    visit.get("element('help').close()")

    def test_night_is_dim(self):
        with self.visit(self.server.url, color_scheme="dark") as visit:
            self.assertEqual(visit.get("document.documentElement.dataset.theme"), "night")
            visit.wait("page.chart.line !== null")
            shot = visit.page.screenshot(type="png")
            light = visit.page.evaluate(
                """async bytes => {
                  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
                  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
                  pen.drawImage(image, 0, 0);
                  const {data} = pen.getImageData(0, 0, image.width, image.height);
                  let sum = 0;
                  for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1] + data[at + 2];
                  return sum / (data.length / 4) / 3 / 255;
                }""", list(shot))
            self.assertLess(light, 0.15)

    def test_the_theme_follows_the_machine_until_somebody_chooses(self):
        with self.visit(self.server.url, color_scheme="light") as visit:
            theme = "document.documentElement.dataset.theme"
            self.assertEqual(visit.get(theme), "day")
            visit.page.emulate_media(color_scheme="dark")
            visit.wait(f"{theme} === 'night'")
            visit.page.emulate_media(contrast="more")
            visit.wait(f"{theme} === 'contrast'")
            visit.page.keyboard.press("t")
            visit.wait(f"{theme} === 'day'")
            visit.page.reload()
            visit.wait(f"{theme} === 'day'")

    def test_the_theme_of_the_settings_is_the_usual_one(self):
        self.server.show(display={"theme": "contrast"})
        with self.visit(self.server.url) as visit:
            visit.wait("document.documentElement.dataset.theme === 'contrast'")

    def test_names_are_texts_whatever_they_look_like(self):
        with self.visit(self.server.url) as visit:
            before = visit.get("document.querySelectorAll('script').length")
            visit.get("page.openDialog('details')")
            self.show(visit, "hostile", 0)
            self.assertEqual(visit.text("street"), HOSTILE)
            self.assertEqual(visit.text("then-street"), HOSTILE)
            self.assertEqual(visit.get("document.querySelectorAll('img').length"), 0)
            self.assertEqual(visit.get("document.querySelectorAll('script').length"), before)
            self.assertLess(len(visit.text("current-street")), 400)

    def test_only_shapes_of_a_picture_are_taken(self):
        with self.visit(self.server.url) as visit:
            start, end = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' ", "</svg>"
            hostile = (
                f"{start} onload='document.title=1'><script>document.title=1</script><path d='M0 0H9' onclick='x()' "
                "style='fill:red' class='ink-faint evil' fill='url(https://example.org/)'/><image href='https://example.org/'/>"
                "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='https://example.org'/></body>"
                f"</foreignObject><a href='javascript:1'><path d='M1 1'/></a>{end}")
            shown = visit.get("pictures.read(argument).outerHTML", hostile)
            self.assertEqual(
                shown, '<svg viewBox="0 0 9 9" aria-hidden="true">'
                '<path d="M0 0H9" class="ink-faint"></path></svg>')
            for nothing in ("", "no picture", "<svg>", "<html xmlns='http://www.w3.org/1999/xhtml'/>", "<svg/>", 7, None):
                self.assertIsNone(visit.get("pictures.read(argument)", nothing))
            # The policy of the page is a second wall: it has noted what the picture tried.
            visit.get("window.refused = []")
            visit.complaints.clear()

    def test_reduced_motion_holds_everything_still(self):
        for motion, count in (("no-preference", 1), ("reduce", 0)):
            with self.visit(self.server.url, reduced_motion=motion) as visit:
                self.show(visit, "rerouting", 0)
                self.assertEqual(visit.get("document.getAnimations().length"), count, motion)

    def test_the_canvas_is_sharp_and_drawn_only_when_it_changes(self):
        with self.visit(self.server.url, device_scale_factor=2) as visit:
            visit.wait("page.chart.line !== null")
            for side, shown in (("width", "clientWidth"), ("height", "clientHeight")):
                self.assertAlmostEqual(visit.get(f"element('chart').{side} / element('chart').{shown}"), 2, places=1)
            drawings = visit.get("page.chart.drawings")
            # Much changes here, but nothing of the route.
            for number in range(5):
                self.server.show(display={"title": f"still {number}"}, speed={"value": number})
                visit.wait("document.title === argument", f"still {number}")
            self.assertEqual(visit.get("page.chart.drawings"), drawings)
            self.server.show(position=SAMPLE["position"] | {"bearing": 120})
            visit.wait("page.chart.drawings === argument + 1", drawings)
            visit.page.keyboard.press("n")
            visit.wait("page.chart.drawings === argument + 2", drawings)

    def test_the_route_is_measured_as_it_is(self):
        with self.visit(self.server.url) as visit:
            visit.wait("page.chart.line !== null")
            along = "page.chart.line.along([argument[0], argument[1]])"
            start = visit.get(along, ROUTE["points"][3])
            turn = visit.get(along, ROUTE["points"][5])
            self.assertAlmostEqual(turn - start, 287, delta=2)
            # Where a loop comes by twice, what remains decides.
            loop = {"points": [[0, 0], [0, 0.01], [0.01, 0.01], [0.01, 0], [0, 0], [-0.01, 0]], "stopovers": []}
            places = "[line.length, line.along([0, 0], line.length), line.along([0, 0], 1113)]"
            length, first, second = visit.get(f"(line => {places})(new RouteLine(argument))", loop)
            self.assertAlmostEqual(first, 0, delta=1)
            self.assertAlmostEqual(second, length - 1113, delta=1)
            # Over the date line it stays short.
            short = visit.get("new RouteLine({points: [[0, 179.999], [0, -179.999]]}).length")
            self.assertAlmostEqual(short, 222.6, delta=1)


if __name__ == "__main__":
    browser.run()
