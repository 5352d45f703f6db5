import Glibc
import Testing

@testable import Pictures

/// librsvg, another renderer, must see the same picture in the SVG as there is in the PNG.
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

    @Test(arguments: Theme.builtIn)
    func anotherRendererSeesTheSamePicture(_ theme: Theme) throws {
        let folder = try ScratchFolder()
        let renderer = PictureRenderer(style: PictureStyle(size: .banner, scale: 2, theme: theme))
        for sign in Self.signs {
            try folder.write("sign.svg", try renderer.svg(Picture(sign)))
            try folder.run("rsvg-convert --zoom 2 sign.svg -o rendered.png")
            let rendered = try #require(Raster(png: try folder.read("rendered.png")))
            let drawn = try Raster(renderer, sign)
            #expect(rendered.height == drawn.height)
            // Edges are smoothed by another rule; areas must agree.
            let difference = rendered.difference(from: drawn, above: 64)
            #expect(difference.share < 0.004, "\(sign): \(difference)")
        }
    }

    @Test(arguments: PictureStyle.Size.allCases)
    func theSVGIsAsLargeAsItsPoints(_ size: PictureStyle.Size) throws {
        let svg = String(
            decoding: try PictureRenderer(style: PictureStyle(size: size, scale: 3)).svg(Picture(Sign(.straight))),
            as: UTF8.self)
        #expect(svg.contains("width=\"\(size.rawValue)px\""))
        #expect(svg.contains("viewBox=\"0 0 \(size.rawValue) \(size.rawValue)\""))
    }

    @Test func equalSignsHaveEqualBytes() throws {
        let renderer = PictureRenderer(style: PictureStyle())
        for sign in Self.signs { #expect(try renderer.svg(Picture(sign)) == (try renderer.svg(Picture(sign)))) }
    }

    @Test func theSVGOfNoSignIsEmptyButWhole() throws {
        let folder = try ScratchFolder()
        try folder.write("sign.svg", try PictureRenderer(style: PictureStyle()).svg(nil))
        try folder.run("rsvg-convert sign.svg -o rendered.png")
        let rendered = try #require(Raster(png: try folder.read("rendered.png")))
        #expect(rendered.pixels.allSatisfy { $0 == 0 })
    }
}
