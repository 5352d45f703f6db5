"""The look of the page: nothing overflows, all texts are legible, and no text is taken for markup."""

import browser
from page_server import PageServer, SAMPLE
from scenes import HOSTILE, ROUTE, SCENES

# Runs in the page: finds elements that overflow the window or their parent.
OVERFLOWS = """(() => {
  const found = [];
  const root = document.documentElement;
  const [width, height] = [root.scrollWidth, root.scrollHeight];
  if (width > innerWidth || height > innerHeight) found.push(`page ${width}x${height}`);
  const parts = '#sign, #distance-number, #distance-unit, #bar, #street, #towards, #lanes:not([hidden]) svg, #then, '
    + '#then-sign svg, #notice-text, #offer, #where-to, #speed-now, #limit, #current-street, #arrival dd, #tools button, #caption, #flags li, '
    + '#alarm';
  for (const node of document.querySelectorAll(parts)) {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    // On a watch, the button is beside the speed.
    const isAlone = node.closest('#tools') && getComputedStyle(element('tools')).position === 'fixed';
    const home = ((isAlone ? null : node.closest('section')) ?? document.body).getBoundingClientRect();
    const out = Math.max(home.left - box.left, home.top - box.top, box.right - home.right, box.bottom - home.bottom);
    if (out > 1) found.push(`${node.id || node.tagName} by ${out.toFixed(1)}`);
  }
  return found;
})()"""

# Runs in the page: computes the contrast of each text with its background, as in WCAG 2.
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
        """Shows a scene and waits for its warning."""
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

    def test_no_part_of_a_watch_covers_another(self):
        parts = ["#sign", "#distance-number", "#street", "#then", "#lanes:not([hidden])", "#speed-now", "#limit", "#arrival-clock", "#more"]
        covers = """parts => {
          const boxes = parts.map(part => document.querySelector(part)).filter(node => node?.checkVisibility())
            .map(node => [node.id, node.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
          return boxes.flatMap(([one, a], index) => boxes.slice(index + 1).filter(([, b]) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            .map(([other]) => `${one} and ${other}`));
        }"""
        with self.visit(self.server.url, (240, 240)) as visit:
            for number, name in enumerate(SCENES):
                self.show(visit, name, number)
                self.assertEqual(visit.page.evaluate(covers, parts), [], name)
                self.assertTrue(visit.page.locator("#more").is_visible(), name)

    def test_a_name_grows_instead_of_being_cut(self):
        street = "Karl-Friedrich-Goerdeler-Straße am Hauptbahnhof"
        for size in [(390, 844), (800, 480), (1024, 768), (1920, 1080)]:
            with self.visit(self.server.url, size) as visit:
                self.server.show(street=street, lanes=None, display={"title": "grown"})
                visit.wait("document.title === 'grown'")
                visit.settle()
                cut = visit.get("(node => node.scrollHeight - node.clientHeight)(element('street'))")
                self.assertLessEqual(cut, 1, size)

    def test_every_text_is_legible_in_every_theme(self):
        for theme in browser.THEMES:
            with self.visit(self.server.url, (1024, 768)) as visit:
                visit.get("page.choices.theme = argument", theme)
                visit.get("page.showChoices()")
                for number, name in enumerate(SCENES):
                    self.show(visit, name, number)
                    for opened in (None, "details", "help", "drive"):
                        if opened:
                            visit.get("page.openDialog(argument)", opened)
                        for text, contrast, least, where in visit.get(CONTRASTS):
                            least = 7 if theme == "contrast" else least
                            self.assertGreaterEqual(contrast, least, f"“{text}” in {where} of {name}, {theme}")
                    visit.get("element('drive').close()")

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

    def test_the_theme_follows_the_machine_until_the_user_chooses(self):
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

    def test_the_theme_of_the_settings_is_the_default(self):
        self.server.show(display={"theme": "contrast"})
        with self.visit(self.server.url) as visit:
            visit.wait("document.documentElement.dataset.theme === 'contrast'")

    def test_names_are_shown_as_text(self):
        with self.visit(self.server.url) as visit:
            before = visit.get("document.querySelectorAll('script').length")
            visit.get("page.openDialog('details')")
            self.show(visit, "hostile", 0)
            self.assertEqual(visit.text("street"), HOSTILE)
            self.assertEqual(visit.text("then-street"), HOSTILE)
            self.assertEqual(visit.get("document.querySelectorAll('img:not(#book)').length"), 0)
            self.assertEqual(visit.get("document.querySelectorAll('script').length"), before)
            self.assertLess(len(visit.text("current-street")), 400)

    def test_only_the_shapes_of_a_picture_are_accepted(self):
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
            # The policy of the page is a second protection: it has recorded the attempts of the picture.
            visit.get("window.refused = []")
            visit.complaints.clear()

    def test_reduced_motion_stops_all_motion(self):
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
            # The texts change, but not the route.
            for number in range(5):
                self.server.show(display={"title": f"still {number}"}, speed={"value": number})
                visit.wait("document.title === argument", f"still {number}")
            self.assertEqual(visit.get("page.chart.drawings"), drawings)
            self.server.show(position=SAMPLE["position"] | {"bearingDegrees": 120})
            visit.wait("page.chart.drawings === argument + 1", drawings)
            visit.page.keyboard.press("n")
            visit.wait("page.chart.drawings === argument + 2", drawings)

    def test_the_route_is_measured_correctly(self):
        with self.visit(self.server.url) as visit:
            visit.wait("page.chart.line !== null")
            along = "page.chart.line.distanceAlong([argument[0], argument[1]])"
            start = visit.get(along, ROUTE["points"][3])
            turn = visit.get(along, ROUTE["points"][5])
            self.assertAlmostEqual(turn - start, 287, delta=2)
            # If a loop passes twice, the remaining distance decides.
            loop = {"points": [[0, 0], [0, 0.01], [0.01, 0.01], [0.01, 0], [0, 0], [-0.01, 0]], "stopovers": []}
            places = "[line.length, line.distanceAlong([0, 0], line.length), line.distanceAlong([0, 0], 1113)]"
            length, first, second = visit.get(f"(line => {places})(new RouteLine(argument))", loop)
            self.assertAlmostEqual(first, 0, delta=1)
            self.assertAlmostEqual(second, length - 1113, delta=1)
            # Distances across the date line are short.
            short = visit.get("new RouteLine({points: [[0, 179.999], [0, -179.999]]}).length")
            self.assertAlmostEqual(short, 222.6, delta=1)


if __name__ == "__main__":
    browser.run()
