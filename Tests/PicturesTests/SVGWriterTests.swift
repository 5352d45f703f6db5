import Platform
import TestSupport
import Testing

@testable import Pictures

@Suite("Pictures as short, valid SVG")
struct SVGWriterTests {
    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "0"), (0.004, "0"), (0.005, ".01"), (-0.25, "-.25"), (0.5, ".5"), (12, "12"),
            (-12.3, "-12.3"), (3.14159, "3.14"), (1.999, "2"), (100.1, "100.1"), (999_999.99, "999999.99"),
            (7.05, "7.05"), (-1e5, "-100000"), (.nan, "0"), (.infinity, "0"), (-1e300, "0"),
        ])
    func `numbers have at most two decimals and no superfluous digit`(_ value: Double, _ expected: String) {
        var text = SVGText()
        text.add(value)
        #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
    }

    @Test func `numbers equal the formatting of Swift at hundredths`() {
        var generator = SplitMix64.announced(for: "numbers")
        for _ in 0..<10_000 {
            let hundredths = Int.random(in: -10_000_000...10_000_000, using: &generator)
            var text = SVGText()
            text.add(hundredths: hundredths)
            let written = Double(String(decoding: text.bytes, as: UTF8.self))
            #expect(written == Double(hundredths) / 100)
        }
    }

    @Test func `lines, bends, dots and rounded triangles have the expected path data`() {
        var bend = Path(open: [Point(10, 20), Point(10, 5)])
        bend.elements += [
            .line(Point(10, 5)), .curve(Point(10, 2), Point(12, 0), Point(15, 0.25)), .line(Point(40, 0.25)),
        ]
        let dot = Path(open: [Point(50, 50), Point(50, 50)])
        let picture = Picture(
            width: 96, height: 48,
            shapes: [
                .fill(Path(closed: [Point(0, 0), Point(96, 0), Point(96, 48)]), .plate),
                .line(bend, .faint, width: 5.5),
                .line(dot, .faint, width: 5.5), .line(dot, width: 4, isRoundEnded: true),
                .fill(Path(closed: [Point(1, 1), Point(3, 1), Point(2, 2.5)]), edge: 3),
            ])
        let theme = Theme.contrast
        let svg = String(decoding: SVGWriter(.theme(theme, size: .list)).bytes(picture), as: UTF8.self)
        #expect(
            svg == """
                <svg xmlns="http://www.w3.org/2000/svg" width="48" height="24" viewBox="0 0 96 48" fill="none" \
                stroke-linejoin="round"><path fill="#000000" d="M0 0h96v48z"/><path stroke="#b4b4b4" \
                stroke-width="5.5" d="M10 20v-15c0-3 2-5 5-4.75h25M50 50l0 0"/><path stroke="#ffe100" stroke-width="4" \
                stroke-linecap="round" d="M50 50l0 0"/><path fill="#ffe100" stroke="#ffe100" stroke-width="3" \
                d="M1 1h2l-1 1.5z"/></svg>
                """)
    }

    @Test func `the page sets colours and background of its SVG`() {
        let svg = String(decoding: SVGWriter(.classes).bytes(Picture(Sign(.fork(.left)))), as: UTF8.self)
        #expect(svg.contains("<path class=\"ink-faint\" stroke=\"currentColor\""))
        #expect(!svg.contains("#") && !svg.contains(" width="))
        let arrow = String(decoding: SVGWriter(.classes).bytes(Picture(Sign(.straight))), as: UTF8.self)
        #expect(arrow.contains("<path class=\"ink-symbol\"") && !arrow.contains("ink-plate"))
    }

    @Test func `XML parsers accept every SVG and find only paths`() throws {
        let folder = try ScratchFolder()
        try folder.write("check.py", Array(Self.check.utf8))
        let captions = CaptionTests.captions.map { Picture(Sign(.fork(.right)), caption: $0) }
        let pictures = SignSVGTests.signs.map { Picture($0) } + captions + [Picture(lanes: .vocabularyExample), nil]
        for (number, picture) in pictures.enumerated() {
            for theme in Theme.builtIn {
                try folder.write("\(number)-\(theme.name).svg", SVGWriter(.theme(theme, size: .banner)).bytes(picture))
            }
            try folder.write("\(number)-page.svg", SVGWriter(.classes).bytes(picture))
        }
        let outcome = try PythonInterpreter.run(["\(folder.path)/check.py", folder.path])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test func `invalid numbers and boards give a valid SVG or an error`() throws {
        let folder = try ScratchFolder()
        let strange = Picture(
            width: 96, height: 96,
            shapes: [.line(Path(open: [Point(.nan, 1), Point(.infinity, -1e300)]), width: .nan, isRoundEnded: true)])
        let renderer = PictureRenderer(style: PictureStyle())
        try folder.write("sign.svg", try renderer.svg(strange))
        try folder.run("rsvg-convert sign.svg -o rendered.png")
        for side in [0, -1, .nan, .infinity, 1e300] {
            let picture = Picture(width: side, height: 96, shapes: [])
            #expect(throws: PictureError.self) { try renderer.svg(picture) }
            #expect(throws: PictureError.self) { try renderer.png(picture) }
        }
    }

    /// Parses every SVG of a folder with expat.
    private static let check = """
        import pathlib, re, sys
        import xml.etree.ElementTree as tree
        names = {"fill", "stroke", "stroke-width", "stroke-linecap", "class", "d"}
        files = sorted(pathlib.Path(sys.argv[1]).glob("*.svg"))
        assert len(files) > 100
        for file in files:
            root = tree.fromstring(file.read_bytes())
            assert root.tag == "{http://www.w3.org/2000/svg}svg", file
            for shape in root:
                assert shape.tag == "{http://www.w3.org/2000/svg}path" and len(shape) == 0, file
                assert set(shape.attrib) <= names, (file, shape.attrib)
                assert re.fullmatch(r"(M-?[\\d.]+[ -][\\d.]+|[hv]-?[\\d.]+|l-?[\\d.]+[ -][\\d.]+"
                    r"|c-?[\\d.]+([ -][\\d.]+){5}|z)*", shape.attrib["d"]), (file, shape.attrib["d"])
        """
}
