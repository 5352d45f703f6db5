import Glibc
import Testing

@testable import Pictures

/// librsvg, another renderer, must draw the same picture from the SVG as that in the PNG.
@Suite struct SignSVGTests {
    static let signs =
        SignPicture.allCases.map { Sign($0) } + [
            Sign(
                .roundabout(.left, .clockwise), exitNumber: 12, exitAngleDegrees: 250, otherArmAnglesDegrees: [20, 110]
            ),
            Sign(
                .roundabout(.straight, .counterclockwise), exitNumber: 4, exitAngleDegrees: 340,
                otherArmAnglesDegrees: [40, 75, 130, 215, 270, 300]),
            Sign(.roundabout(.uTurn, .clockwise), exitNumber: 8),
            Sign(.roundabout(.unspecified, .clockwise), exitNumber: 3),
            Sign(.turn(.left), turnAngleDegrees: -70), Sign(.sharpTurn(.right), turnAngleDegrees: 160),
            Sign(.slightTurn(.right), turnAngleDegrees: 20), Sign(.fork(.left), turnAngleDegrees: -50),
        ]

    @Test(arguments: Theme.builtIn) func `another renderer draws the same picture`(_ theme: Theme) throws {
        let folder = try ScratchFolder()
        let renderer = PictureRenderer(style: PictureStyle(size: .banner, scale: 2, theme: theme))
        for sign in Self.signs {
            try folder.write("sign.svg", try renderer.svg(Picture(sign)))
            try folder.run("rsvg-convert --zoom 2 sign.svg -o rendered.png")
            let rendered = try #require(Raster(png: try folder.read("rendered.png")))
            let drawn = try Raster(renderer, sign)
            #expect(rendered.height == drawn.height)
            // The smoothing of edges differs; areas must agree.
            let difference = rendered.difference(from: drawn, above: 64)
            #expect(difference.share < 0.004, "\(sign): \(difference)")
        }
    }

    @Test(arguments: PictureStyle.Size.allCases) func `the SVG is as large as its points`(_ size: PictureStyle.Size)
        throws
    {
        let svg = String(
            decoding: try PictureRenderer(style: PictureStyle(size: size, scale: 3)).svg(Picture(Sign(.straight))),
            as: UTF8.self)
        #expect(svg.contains(" width=\"\(size.rawValue)\" height=\"\(size.rawValue)\" viewBox=\"0 0 96 96\""))
    }

    @Test(arguments: PictureStyle.Size.allCases) func `another renderer draws the same picture at every size`(
        _ size: PictureStyle.Size
    ) throws {
        let folder = try ScratchFolder()
        for scale in PictureStyle.scales {
            let renderer = PictureRenderer(style: PictureStyle(size: size, scale: scale))
            for sign in Self.signs.suffix(9) {
                try folder.write("sign.svg", try renderer.svg(Picture(sign)))
                try folder.run("rsvg-convert --zoom \(scale) sign.svg -o rendered.png")
                let rendered = try #require(Raster(png: try folder.read("rendered.png")))
                let difference = rendered.difference(from: try Raster(renderer, sign), above: 64)
                // Smaller pictures have a larger share of edges.
                #expect(difference.share < 0.008, "\(sign) \(renderer.style.pixels): \(difference)")
            }
        }
    }

    @Test func `in the colours of a page it is the same picture without background`() throws {
        let folder = try ScratchFolder()
        let theme = Theme.night
        let renderer = PictureRenderer(style: PictureStyle(theme: theme))
        let rules = [("symbol", theme.symbol), ("faint", theme.faint), ("plate", theme.plate)]
            .map { ".ink-\($0) { color: \($1.hex) }" }
        try folder.write("page.css", Array(rules.joined(separator: "\n").utf8))
        for sign in Self.signs {
            let picture = Picture(sign)
            try folder.write("sign.svg", SVGWriter(.classes).bytes(picture))
            try folder.run("rsvg-convert -w 96 -h 96 --stylesheet page.css sign.svg -o rendered.png")
            let rendered = try #require(Raster(png: try folder.read("rendered.png")))
            let bare = Picture(width: 96, height: 96, shapes: Array(picture.shapes.dropFirst()))
            let difference = rendered.difference(from: try Raster(renderer, picture: bare), above: 64)
            #expect(difference.share < 0.006, "\(sign): \(difference)")
        }
    }

    @Test func `equal signs have equal bytes`() throws {
        let renderer = PictureRenderer(style: PictureStyle())
        for sign in Self.signs { #expect(try renderer.svg(Picture(sign)) == (try renderer.svg(Picture(sign)))) }
    }

    @Test func `the SVG without a sign is empty but valid`() throws {
        let folder = try ScratchFolder()
        try folder.write("sign.svg", try PictureRenderer(style: PictureStyle()).svg(nil))
        try folder.run("rsvg-convert sign.svg -o rendered.png")
        let rendered = try #require(Raster(png: try folder.read("rendered.png")))
        #expect(rendered.pixels.allSatisfy { $0 == 0 })
    }
}
