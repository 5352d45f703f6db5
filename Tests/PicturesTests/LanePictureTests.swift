import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Pictures

/// Tests of the pixels of pictures of lanes.
@Suite struct LanePictureTests {
    let renderer = PictureRenderer(style: PictureStyle(size: .banner))

    @Test func `without lanes there is no picture`() {
        #expect(Picture(lanes: []) == nil)
    }

    @Test func `mirrored lanes have a mirrored picture`() throws {
        var generator = SplitMix64.announced(for: "lanes")
        for _ in 0..<30 {
            let lanes = [Lane].random(using: &generator)
            let one = try Raster(renderer, picture: Picture(lanes: lanes))
            let other = try Raster(renderer, picture: Picture(lanes: lanes.mirrored))
            let difference = one.difference(from: other.mirrored, above: 32)
            #expect(difference.share < 0.0005, "\(LaneLine(lanes: lanes).text): \(difference)")
        }
    }

    @Test func `nothing is clipped and neighbours never touch`() throws {
        var generator = SplitMix64.announced(for: "lanes")
        for round in 0..<90 {
            let pens = round.isMultiple(of: 3) ? Pens.random(using: &generator) : .standard
            let lane = Lane.random(using: &generator)
            let drawing = LaneDrawing(lane, pens: pens)
            let board = Picture(width: 96, height: 96, shapes: drawing.shapes(centeredAt: 48)).bare
            let ink = try Raster(renderer, picture: board).ink(boardHeight: board.height)
            let (left, right) = (ink.left - Picture.border - 48, ink.right - Picture.border - 48)
            let isApart = left >= 1.5 - drawing.width / 2 && right <= drawing.width / 2 - 1.5
            #expect(isApart, "\(LaneLine(lanes: [lane]).text) \(pens): \(left)...\(right) of \(drawing.width)")
            #expect(ink.top - Picture.border >= 4 && ink.bottom - Picture.border <= 92, "\(ink)")
        }
    }

    @Test(arguments: Theme.builtIn, LaneShape.allCases)
    func `recommended directions stand out by form, weight and grey value`(_ theme: Theme, _ shape: LaneShape) throws {
        let renderer = PictureRenderer(style: PictureStyle(size: .list, scale: 1, theme: theme))
        let advised = try #require(Picture(lanes: [.make(shape, recommended: [shape])]))
        let other = try #require(Picture(lanes: [.make(shape)]))
        let grey = try Raster(renderer, picture: advised).greyDifference(
            from: try Raster(renderer, picture: other))
        #expect(grey > 0.03, "lightness")
        let (inkOfAdvised, inkOfOther) = (try bareInk(advised), try bareInk(other))
        #expect(inkOfAdvised.area > 1.5 * inkOfOther.area, "weight")
        // In one colour.
        let form = try Raster(renderer, picture: advised.inOneInk).difference(
            from: try Raster(renderer, picture: other.inOneInk), above: 64)
        #expect(form.share > 0.03, "form")
    }

    @Test func `all shapes differ at the smallest size`() throws {
        let renderer = PictureRenderer(style: PictureStyle(size: .list, scale: 1))
        for isAdvised in [false, true] {
            let rasters = try LaneShape.allCases.map { shape in
                let lane = Lane(directions: [LaneDirection(shape: shape, isRecommended: isAdvised)])
                let shapes = LaneDrawing(lane, pens: .standard).shapes(centeredAt: 32)
                return try Raster(renderer, picture: Picture(width: 64, height: 96, shapes: shapes))
            }
            for (index, raster) in rasters.enumerated() {
                for (otherIndex, other) in rasters.enumerated() where otherIndex > index {
                    #expect(
                        raster.difference(from: other, above: 64).share > 0.04,
                        "\(LaneShape.allCases[index]) and \(LaneShape.allCases[otherIndex])")
                }
            }
        }
    }

    @Test func `all directions of a lane share one stem`() throws {
        let lanes: [Lane] = [.make(.slightLeft, .normalLeft, .straight, .slightRight, .normalRight)]
        let picture = try #require(Picture(lanes: lanes))
        let raster = try Raster(renderer, picture: picture)
        let scale = Double(raster.height) / SignBoard.size
        let row = Int(84 * scale) * raster.width
        let ink = (0..<raster.width).filter { raster.pixels[row + $0] == raster.pixels[row + raster.width / 2] }
        let width = Double(ink.count) / scale
        #expect(width > 2 && width < 6, "one thin line crosses the height of the feet: \(width)")
    }

    @Test func `the recommended direction is on top`() throws {
        let lanes: [Lane] = [.make(.straight, .normalRight, .sharpRight, recommended: [.normalRight])]
        let picture = try #require(Picture(lanes: lanes))
        let inks = picture.shapes.map(\.ink)
        #expect(inks.suffix(2).allSatisfy { $0 == .symbol })
        #expect(inks.dropLast(2).allSatisfy { $0 != .symbol })
    }

    @Test func `an unknown direction has no arrow`() throws {
        for isAdvised in [false, true] {
            let lane = Lane(directions: [LaneDirection(shape: .unknown, isRecommended: isAdvised)])
            let shapes = LaneDrawing(lane, pens: .standard).shapes(centeredAt: 48)
            let raster = try Raster(renderer, picture: Picture(width: 96, height: 96, shapes: shapes))
            #expect(raster.difference(from: raster.mirrored).share < 0.001)
            var turned = raster
            turned.pixels.reverse()
            #expect(raster.difference(from: turned).share < 0.001, "nor up or down")
        }
    }

    @Test func `a lane without directions is drawn neutrally`() throws {
        let lanes: [Lane] = [Lane(directions: []), .make(.straight)]
        let (one, other) = (try #require(Picture(lanes: lanes)), try #require(Picture(lanes: [.make(.straight)])))
        #expect(one.width > other.width + 40)
    }

    @Test func `a repeated direction is drawn once`() {
        let direction = LaneDirection(shape: .straight)
        let advised = LaneDirection(shape: .straight, isRecommended: true)
        let many = Lane(directions: Array(repeating: direction, count: 9) + [advised])
        #expect(Picture(lanes: [many]) == Picture(lanes: [.make(.straight, recommended: [.straight])]))
    }

    @Test func `of many lanes those around the recommended ones are drawn`() throws {
        var lanes = [Lane](repeating: .make(.straight), count: 200)
        lanes[120] = .make(.normalRight, recommended: [.normalRight])
        lanes[121] = lanes[120]
        let picture = try #require(Picture(lanes: lanes))
        let sixteen = try #require(Picture(lanes: Array(lanes[113..<129])))
        #expect(picture.width == sixteen.width + 2 * LaneBoard.othersWidth)
        #expect(picture.shapes.count == sixteen.shapes.count + 6, "three dots on either side")
        #expect(picture.width < 1200)
    }

    @Test(arguments: PictureStyle.Size.allCases, PictureStyle.scales.map { $0 }) func `lanes are as high as signs`(
        _ size: PictureStyle.Size, _ scale: Int
    ) throws {
        let renderer = PictureRenderer(style: PictureStyle(size: size, scale: scale))
        let raster = try Raster(renderer, picture: Picture(lanes: .vocabularyExample))
        #expect(raster.height == size.rawValue * scale)
    }

    @Test(arguments: Theme.builtIn) func `another renderer draws the same lanes`(_ theme: Theme) throws {
        let folder = try ScratchFolder()
        let renderer = PictureRenderer(style: PictureStyle(size: .banner, scale: 1, theme: theme))
        var generator = SplitMix64.announced(for: "lanes")
        for lanes in [.vocabularyExample] + (0..<8).map({ _ in [Lane].random(using: &generator) }) {
            let picture = try #require(Picture(lanes: lanes))
            try folder.write("lanes.svg", try renderer.svg(picture))
            try folder.run("rsvg-convert lanes.svg -o rendered.png")
            let rendered = try #require(Raster(png: try folder.read("rendered.png")))
            let drawn = try Raster(renderer, picture: picture)
            #expect(rendered.width == drawn.width && rendered.height == drawn.height)
            let difference = rendered.difference(from: drawn, above: 80)
            #expect(difference.share < 0.01, "\(LaneLine(lanes: lanes).text): \(difference)")
        }
    }

    private func bareInk(_ picture: Picture) throws -> Ink {
        let bare = picture.bare
        return try Raster(renderer, picture: bare).ink(boardHeight: bare.height)
    }
}

extension Lane {
    static func random(using generator: inout SplitMix64) -> Lane {
        let count =
            generator.chance(6) ? Int.random(in: 0...10, using: &generator) : .random(in: 1...3, using: &generator)
        return Lane(
            directions: (0..<count).map { _ in
                LaneDirection(
                    shape: LaneShape.allCases.randomElement(using: &generator) ?? .unknown,
                    isRecommended: generator.chance(3))
            })
    }

    var mirrored: Lane {
        Lane(
            directions: directions.reversed().map {
                LaneDirection(shape: $0.shape.mirrored, isRecommended: $0.isRecommended)
            })
    }
}

extension [Lane] {
    static func random(using generator: inout SplitMix64) -> [Lane] {
        (0..<Int.random(in: 1...16, using: &generator)).map { _ in Lane.random(using: &generator) }
    }

    var mirrored: [Lane] { reversed().map(\.mirrored) }
}

extension LaneShape {
    var mirrored: LaneShape {
        switch self {
        case .unknown, .straight: self
        case .slightLeft: .slightRight
        case .slightRight: .slightLeft
        case .normalLeft: .normalRight
        case .normalRight: .normalLeft
        case .sharpLeft: .sharpRight
        case .sharpRight: .sharpLeft
        case .uTurnLeft: .uTurnRight
        case .uTurnRight: .uTurnLeft
        }
    }
}
