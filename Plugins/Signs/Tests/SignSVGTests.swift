import Glibc
import Testing

@testable import Signs

/// librsvg, another renderer, must see the same picture in the SVG as there is in the PNG.
@Suite struct SignSVGTests {
    static let signs =
        SignPicture.allCases.map { Sign($0) } + [
            Sign(
                .roundabout(.left, .clockwise), exitNumber: 12, exitAngleDegrees: 250, otherArmAnglesDegrees: [20, 110])
        ]

    @Test(arguments: SignTheme.allCases)
    func anotherRendererSeesTheSamePicture(_ theme: SignTheme) throws {
        let folder = try ScratchFolder()
        let renderer = SignRenderer(style: SignStyle(size: .banner, scale: 2, theme: theme))
        for sign in Self.signs {
            try folder.write("sign.svg", try renderer.svg(sign))
            try folder.run("rsvg-convert --zoom 2 sign.svg -o rendered.png")
            let rendered = try #require(Raster(png: try folder.read("rendered.png")))
            let drawn = try Raster(renderer, sign)
            #expect(rendered.side == drawn.side)
            // Edges are smoothed by another rule; areas must agree.
            let difference = rendered.difference(from: drawn, above: 64)
            #expect(difference.share < 0.004, "\(sign): \(difference)")
        }
    }

    @Test(arguments: SignStyle.Size.allCases)
    func theSVGIsAsLargeAsItsPoints(_ size: SignStyle.Size) throws {
        let svg = String(
            decoding: try SignRenderer(style: SignStyle(size: size, scale: 3)).svg(Sign(.straight)), as: UTF8.self)
        #expect(svg.contains("width=\"\(size.rawValue)px\""))
        #expect(svg.contains("viewBox=\"0 0 \(size.rawValue) \(size.rawValue)\""))
    }

    @Test func equalSignsHaveEqualBytes() throws {
        let renderer = SignRenderer(style: SignStyle())
        for sign in Self.signs { #expect(try renderer.svg(sign) == (try renderer.svg(sign))) }
    }

    @Test func theSVGOfNoSignIsEmptyButWhole() throws {
        let folder = try ScratchFolder()
        try folder.write("sign.svg", try SignRenderer(style: SignStyle()).svg(nil))
        try folder.run("rsvg-convert sign.svg -o rendered.png")
        let rendered = try #require(Raster(png: try folder.read("rendered.png")))
        #expect(rendered.pixels.allSatisfy { $0 == 0 })
    }
}
