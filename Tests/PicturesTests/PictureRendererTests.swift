import Testing

@testable import Pictures

/// Tests of the pixels of pictures, without golden files.
@Suite struct PictureRendererTests {
    let renderer = PictureRenderer(style: PictureStyle(size: .banner, scale: 2, theme: .day))

    @Test(arguments: SignPicture.allCases) func `every symbol is inside its plate and of medium weight`(
        _ picture: SignPicture
    ) throws {
        let raster = try Raster(renderer, Sign(picture))
        #expect(raster.box(of: [Theme.day.symbol]).share > 0.05)
        let ink = raster.box(of: [Theme.day.symbol, Theme.day.faint])
        #expect(ink.share > 0.08 && ink.share < 0.4, "\(ink)")
        #expect(ink.left >= 5 && ink.right <= 91 && ink.top >= 4 && ink.bottom <= 92, "\(ink)")
        #expect(ink.bottom - ink.top > 50, "\(ink)")
    }

    @Test(arguments: [SignPicture.straight, .turn(.right), .slightTurn(.left), .sharpTurn(.right), .uTurn(.clockwise)])
    func `arrows are centred`(_ picture: SignPicture) throws {
        let ink = try Raster(renderer, Sign(picture)).box(of: [Theme.day.symbol])
        #expect(abs(ink.left + ink.right - 96) <= 3, "\(ink)")
        #expect(abs(ink.top + ink.bottom - 96) <= 3, "\(ink)")
    }

    @Test(arguments: [
        (SignPicture.turn(.left), SignPicture.turn(.right)), (.slightTurn(.left), .slightTurn(.right)),
        (.sharpTurn(.left), .sharpTurn(.right)), (.mergeTo(.left), .mergeTo(.right)), (.fork(.left), .fork(.right)),
        (.destinationAt(.left), .destinationAt(.right)), (.uTurn(.clockwise), .uTurn(.counterclockwise)),
        (.straight, .straight), (.merge, .merge), (.neutral, .neutral), (.ferryTrain, .ferryTrain),
    ])
    func `left is the mirror image of right`(_ left: SignPicture, _ right: SignPicture) throws {
        try expectMirrored(Sign(left), Sign(right))
    }

    @Test(arguments: [
        (RoundaboutExit.unspecified, RoundaboutExit.unspecified), (.straight, .straight), (.left, .right),
        (.right, .left), (.slightLeft, .slightRight), (.slightRight, .slightLeft), (.sharpLeft, .sharpRight),
        (.sharpRight, .sharpLeft), (.uTurn, .uTurn),
    ])
    func `clockwise is the mirror image of counterclockwise`(_ exit: RoundaboutExit, _ mirrored: RoundaboutExit) throws
    {
        try expectMirrored(Sign(.roundabout(exit, .clockwise)), Sign(.roundabout(mirrored, .counterclockwise)))
    }

    @Test func `roundabouts with true angles are mirrored too`() throws {
        try expectMirrored(
            Sign(.roundabout(.left, .clockwise), exitAngleDegrees: 250, otherArmAnglesDegrees: [20, 110]),
            Sign(.roundabout(.right, .counterclockwise), exitAngleDegrees: 110, otherArmAnglesDegrees: [340, 250]))
    }

    @Test(arguments: stride(from: 0.0, to: 360, by: 5).filter { abs($0 - 180) >= 45 })
    func `the exit points at its true angle`(_ angle: Double) throws {
        for rotation in Rotation.allCases {
            let raster = try Raster(
                renderer, Sign(.roundabout(.straight, rotation), exitAngleDegrees: angle))
            let place = SignBoard.center.moved(32, towardsDegrees: angle)
            #expect(raster.color(at: place) == Theme.day.symbol, "\(rotation)")
        }
    }

    @Test(arguments: Array(stride(from: 0.0, to: 360, by: 15))) func `the arrow of leaving is complete at every angle`(
        _ angle: Double
    ) throws {
        let raster = try Raster(renderer, Sign(.roundabout(.leaving, .counterclockwise), exitAngleDegrees: angle))
        #expect(raster.color(at: SignBoard.center.moved(34, towardsDegrees: angle)) == Theme.day.symbol)
        #expect(raster.box(of: [Theme.day.symbol]).share > 0.05)
    }

    @Test func `other arms are thin and at their angles`() throws {
        let raster = try Raster(
            renderer, Sign(.roundabout(.straight, .counterclockwise), otherArmAnglesDegrees: [60, 130, 285]))
        // The ring is offset for the arrow head.
        let center = SignBoard.center.moved(4, towardsDegrees: 180)
        for angle in [60.0, 130, 285] {
            #expect(raster.color(at: center.moved(33, towardsDegrees: angle)) == Theme.day.faint)
        }
        #expect(raster.color(at: center.moved(33, towardsDegrees: 230)) == Theme.day.plate)
    }

    @Test func `every exit number looks different`() throws {
        let rasters = try ([nil] + (1...30).map(Optional.some)).map { number in
            try Raster(renderer, Sign(.roundabout(.right, .counterclockwise), exitNumber: number))
        }
        for (index, raster) in rasters.enumerated() {
            for other in rasters.dropFirst(index + 1) { #expect(raster.difference(from: other).share > 0.001) }
        }
    }

    @Test func `digits are not mirrored`() throws {
        let (one, other) = (
            try Raster(renderer, Sign(.roundabout(.straight, .clockwise), exitNumber: 4)),
            try Raster(renderer, Sign(.roundabout(.straight, .counterclockwise), exitNumber: 4))
        )
        for y in stride(from: 41.0, through: 55, by: 0.5) {
            for x in stride(from: 42.0, through: 54, by: 0.5) {
                #expect(one.color(at: Point(x, y)) == other.color(at: Point(x, y)))
            }
        }
    }

    @Test(arguments: Theme.builtIn) func `the colours of a theme have enough contrast`(_ theme: Theme) {
        #expect(theme.symbol.contrast(to: theme.plate) >= (theme == .contrast ? 15 : 7))
        #expect(theme.faint.contrast(to: theme.plate) >= 3)
        #expect(theme.symbol.contrast(to: theme.faint) >= 1.5)
        #expect(theme == .day || theme.plate.luminance < 0.01, "dark plates do not glare at night")
    }

    @Test func `without a sign the picture is transparent`() throws {
        #expect(try Raster(renderer, nil).pixels.allSatisfy { $0 == 0 })
    }

    @Test(arguments: PictureStyle.Size.allCases, [1, 2, 3])
    func `the PNG has the expected size and the drawn pixels`(_ size: PictureStyle.Size, _ scale: Int) throws {
        let renderer = PictureRenderer(style: PictureStyle(size: size, scale: scale, theme: .night))
        for picture in SignPicture.allCases {
            let decoded = try #require(Raster(png: try renderer.png(Picture(Sign(picture)))))
            #expect(decoded.height == size.rawValue * scale)
            #expect(decoded.pixels == (try Raster(renderer, Sign(picture)).pixels))
        }
    }

    private func expectMirrored(_ left: Sign, _ right: Sign) throws {
        let mirrored = try Raster(renderer, right).mirrored
        let difference = try Raster(renderer, left).difference(from: mirrored)
        // The rounding of line edges differs slightly between the sides.
        #expect(difference.share < 0.002 && difference.most < 24, "\(left.picture): \(difference)")
    }
}
