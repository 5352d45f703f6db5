import CPango
import Glibc
import Platform
import TestSupport
import Testing

@testable import Pictures

@Suite("Captions of signs")
struct CaptionTests {
    static let captions = SignCaption.Place.allCases.flatMap { place in
        [
            SignCaption(distance: "300 m", street: "Berliner Straße", place: place),
            SignCaption(distance: "1.2 km", street: "North First Street / Mtn View", exitNumber: "9A", place: place),
            SignCaption(distance: "400 ft", street: "שדרות רוטשילד 12 תל אביב יפו", place: place),
            SignCaption(street: "Café ☕ 🚲 é̂̃", place: place), SignCaption(exitNumber: "104", place: place),
        ]
    }

    @Test(arguments: Theme.builtIn) func `another renderer without a font draws the same text of the SVG`(
        _ theme: Theme
    ) throws {
        let folder = try ScratchFolder()
        let renderer = PictureRenderer(style: PictureStyle(size: .banner, scale: 2, theme: theme))
        try folder.write("fonts.conf", Array("<fontconfig><dir>/nowhere</dir></fontconfig>".utf8))
        for caption in Self.captions {
            let picture = Picture(Sign(.fork(.right)), caption: caption, pens: theme.pens, font: theme.font)
            let svg = try renderer.svg(picture)
            #expect(!String(decoding: svg, as: UTF8.self).contains("<text"))
            try folder.write("sign.svg", svg)
            try folder.run("FONTCONFIG_FILE=fonts.conf rsvg-convert --zoom 2 sign.svg -o rendered.png")
            let rendered = try #require(Raster(png: try folder.read("rendered.png")))
            let difference = rendered.difference(from: try Raster(renderer, picture: picture), above: 64)
            // Renderers differ in the smoothing of edges; another size would differ everywhere.
            #expect(difference.share < 0.004, "\(caption): \(difference)")
        }
    }

    @Test func `the letters of any name stay on the plate and clear of the sign`() throws {
        var generator = SplitMix64.announced(for: "names")
        let alphabets: [ClosedRange<UInt32>] = [
            0...0x7F, 0x80...0x24F, 0x300...0x36F, 0x590...0x6FF, 0xE00...0xE7F, 0x2000...0x206F, 0x4E00...0x4E80,
            0x1F300...0x1F6FF, 0xE000...0xE010,
        ]
        for number in 0..<120 {
            let text = { (most: Int) in
                var scalars = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...most, using: &generator) {
                    let range = alphabets.randomElement(using: &generator) ?? 0...0x7F
                    if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
                        scalars.append(scalar)
                    }
                }
                return String(scalars)
            }
            let caption = SignCaption(
                distance: text(12), street: text(number.isMultiple(of: 10) ? 3000 : 40), exitNumber: text(6),
                place: number.isMultiple(of: 2) ? .below : .beside)
            let sign = Sign(.turn(.right))
            let picture = Picture(sign, caption: caption)
            let texts = picture.shapes.dropFirst(Picture(sign).shapes.count)
            let places = texts.flatMap(\.outline)
            let least = (x: caption.place == .beside ? 99.0 : 2, y: caption.place == .beside ? 2.0 : 96 - 6)
            #expect(places.allSatisfy { $0.x >= least.x && $0.x <= picture.width - 2 }, "\(caption)")
            #expect(places.allSatisfy { $0.y >= least.y && $0.y <= picture.height - 2 }, "\(caption)")
        }
    }

    @Test(arguments: ["", " ", "\u{0}\u{1B}\n\t", "\u{202E}\u{2066}"])
    func `a caption without visible characters takes no space`(_ text: String) {
        for place in SignCaption.Place.allCases {
            let caption = SignCaption(distance: text, street: text, exitNumber: text, place: place)
            #expect(Picture(Sign(.straight), caption: caption) == Picture(Sign(.straight)))
        }
    }

    @Test func `control characters leave no ink`() {
        let plain = SignCaption(distance: "300 m", street: "Main Street [2J evil", exitNumber: "9A")
        let steering = SignCaption(
            distance: "\u{202E}300\u{7} m\r\n", street: "Main\u{2028}Street\u{1B}[2J\u{202D}evil\u{2069}",
            exitNumber: "\u{0}9A")
        #expect(Picture(Sign(.straight), caption: steering) == Picture(Sign(.straight), caption: plain))
    }

    @Test func `characters without a glyph are omitted without a box`() {
        let (plain, strange) = (SignCaption(street: "Main Street"), SignCaption(street: "Main \u{F0123}\u{E001}Street"))
        #expect(Picture(Sign(.straight), caption: strange) == Picture(Sign(.straight), caption: plain))
    }

    @Test func `characters with only a bitmap glyph leave no gap`() throws {
        let font = "sans-serif Bold"
        for scalars in ["🚲", "🇩🇪", "👩‍👩‍👧"] {
            let whole = Typesetter.shared.line("Main \(scalars) Street", font: font, size: 20, width: 300)
            let plain = Typesetter.shared.line("Main Street", font: font, size: 20, width: 300)
            // If a font has an outline of it, there is more ink instead.
            let (one, other) = (try #require(whole), try #require(plain))
            #expect(one == other || one.path.elements.count > other.path.elements.count, "\(scalars)")
        }
    }

    @Test func `a long street is cut, a distance never`() throws {
        let long = try #require(
            Typesetter.shared.line(
                String(repeating: "Straße des 17. Juni ", count: 200), font: "sans-serif Bold", size: 23, width: 224))
        #expect(long.width <= 224 + 0.01 && long.width > 190)
        let numbers = (1...9).map { "\($0)\($0)\($0)\($0)\($0) km" }
        let widths = try numbers.map { number in
            try #require(
                Typesetter.shared.fitting(number, font: "sans-serif Bold", size: 36, width: 120, minScale: 0.5))
        }
        // An ellipsis would make them equal.
        #expect(Set(widths.map(\.path)).count == numbers.count)
        #expect(widths.allSatisfy { $0.width <= 120 })
    }

    @Test(arguments: SignCaption.Place.allCases) func `the texts of mirrored signs are not mirrored`(
        _ place: SignCaption.Place
    ) {
        let caption = SignCaption(distance: "300 m", street: "Berliner Straße", place: place)
        let (left, right) = (Sign(.turn(.left)), Sign(.turn(.right)))
        let texts = [left, right].map {
            Array(Picture($0, caption: caption).shapes.dropFirst(Picture($0).shapes.count))
        }
        #expect(!texts[0].isEmpty && texts[0] == texts[1])
        // The signs next to the texts are mirror images, as without texts.
        #expect(
            Array(Picture(left, caption: caption).shapes.dropLast(texts[0].count).dropFirst())
                == Array(Picture(left).shapes.dropFirst()))
    }

    @Test func `the road on the shield branches to the side of the sign`() {
        let caption = SignCaption(exitNumber: "7")
        let (left, right) = (
            Picture(Sign(.fork(.left)), caption: caption), Picture(Sign(.fork(.right)), caption: caption)
        )
        #expect(left.shapes.suffix(5) != right.shapes.suffix(5))
        #expect(left.shapes.last == right.shapes.last, "the number stays")
    }

    @Test func `without a font the picture is the sign alone, with the same outline`() throws {
        let typesetter = Typesetter(fonts: Self.noFonts)
        #expect(!typesetter.hasFonts && Typesetter.shared.hasFonts)
        let caption = SignCaption(distance: "300 m", street: "Berliner Straße", exitNumber: "9A")
        for picture in SignPicture.allCases {
            let sign = Sign(picture)
            let drawn = Picture(sign, caption: caption, pens: .standard, font: "sans-serif", typesetter: typesetter)
            #expect(drawn == Picture(sign))
        }
    }

    @Test func `concurrent threads typeset equal texts`() async {
        let caption = Self.captions[0]
        let expected = Picture(Sign(.straight), caption: caption)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { Picture(Sign(.straight), caption: caption) == expected } }
            for await isEqual in group { #expect(isEqual) }
        }
    }

    @Test func `the declarations of Pango match its headers`() throws {
        let folder = try ScratchFolder()
        let shim = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/CPango/shim.h"
        let check = """
            #include <pango/pangocairo.h>
            #include "/\(shim)"
            _Static_assert(PANGO_ELLIPSIZE_END == 3 && PANGO_SCALE == 1024, "enumerations");
            _Static_assert(sizeof(PangoRectangle) == 4 * sizeof(int), "rectangle");
            """
        try folder.write("check.c", Array(check.utf8))
        try folder.run("gcc -fsyntax-only -Wall -Werror $(pkg-config --cflags pangocairo) check.c")
    }

    /// The font map of a machine without fonts: an empty fontconfig.
    @Sendable private static func noFonts() -> OpaquePointer? {
        guard let fontconfig = dlopen("libfontconfig.so.1", RTLD_NOW),
            let pango = dlopen("libpangoft2-1.0.so.0", RTLD_NOW),
            let create = dlsym(fontconfig, "FcConfigCreate"), let set = dlsym(pango, "pango_fc_font_map_set_config")
        else { return nil }
        typealias Create = @convention(c) () -> OpaquePointer?
        typealias Set = @convention(c) (OpaquePointer?, OpaquePointer?) -> Void
        let map = pango_cairo_font_map_new()
        unsafeBitCast(set, to: Set.self)(map, unsafeBitCast(create, to: Create.self)())
        return map
    }
}
