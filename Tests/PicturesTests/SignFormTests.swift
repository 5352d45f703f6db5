import Glibc
import Platform
import TestSupport
import Testing

@testable import Pictures

/// Tests of the forms of signs over all parameters, by their pixels.
@Suite struct SignFormTests {
    let renderer = PictureRenderer(style: PictureStyle(size: .banner))

    @Test func `nothing leaves the plate at any angle`() throws {
        var generator = SplitMix64.announced(for: "signs")
        for _ in 0..<120 {
            let sign = Sign.random(using: &generator)
            let ink = try ink(of: Picture(sign))
            let isInside = ink.left >= 3.5 && ink.right <= 92.5 && ink.top >= 3.5 && ink.bottom <= 92.5
            #expect(isInside, "\(sign): \(ink)")
        }
    }

    @Test func `nothing leaves the plate at any line width`() throws {
        var generator = SplitMix64.announced(for: "signs")
        for _ in 0..<120 {
            let (sign, pens) = (Sign.random(using: &generator), Pens.random(using: &generator))
            let ink = try ink(of: Picture(sign, pens: pens))
            let isInside = ink.left >= 1 && ink.right <= 95 && ink.top >= 1 && ink.bottom <= 95
            #expect(isInside, "\(sign) \(pens): \(ink)")
        }
    }

    @Test func `a mirrored sign has a mirrored picture at any angle`() throws {
        var generator = SplitMix64.announced(for: "signs")
        for _ in 0..<90 {
            var sign = Sign.random(using: &generator)
            // Flags, boats and digits are not mirrored.
            if [.destination, .ferryBoat].contains(sign.picture) { continue }
            sign = Sign(
                sign.picture, turnAngleDegrees: sign.turnAngleDegrees, exitAngleDegrees: sign.exitAngleDegrees,
                otherArmAnglesDegrees: sign.otherArmAnglesDegrees)
            let mirrored = try Raster(renderer, sign.mirrored).mirrored
            let difference = try Raster(renderer, sign).difference(from: mirrored, above: 32)
            #expect(difference.share < 0.0005, "\(sign): \(difference)")
        }
    }

    @Test(arguments: SignPicture.allCases)
    func `all pictures have similar weight, centred on the board`(_ picture: SignPicture) throws {
        let ink = try ink(of: Picture(Sign(picture)))
        let share = try Picture(Sign(picture)).inkShare()
        #expect(picture.usualInkShare.contains(share), "\(share)")
        let most = picture.usualOffset
        #expect(abs(ink.center.x - 47.5) < most.x && abs(ink.center.y - 47.5) < most.y, "\(ink.center)")
        #expect(max(ink.right - ink.left, ink.bottom - ink.top) >= 60, "\(ink)")
    }

    @Test(arguments: Theme.builtIn) func `all pictures differ at the smallest size without colours`(
        _ theme: Theme
    ) throws {
        let renderer = PictureRenderer(style: PictureStyle(size: .list, scale: 1, theme: theme))
        let pictures = try SignPicture.allCases.map { try Raster(renderer, Sign($0)) }
        for (index, picture) in pictures.enumerated() {
            for (otherIndex, other) in pictures.enumerated() where otherIndex > index {
                let difference = picture.greyDifference(from: other)
                #expect(difference > 0.02, "\(SignPicture.allCases[index]) and \(SignPicture.allCases[otherIndex])")
            }
        }
    }

    @Test func `the head of every turn points at its angle`() throws {
        for picture in SignPicture.allCases {
            guard let angles = picture.turnAngles else { continue }
            for degrees in stride(from: angles.range.lowerBound, through: angles.range.upperBound, by: 10) {
                let signed = angles.side == .right ? degrees : -degrees
                let sign = Sign(picture, turnAngleDegrees: signed)
                #expect(sign.turnAngleDegrees == signed)
                let head = try #require(Picture(sign).shapes.last { $0.ink == .symbol })
                let corners = head.path.points
                try #require(corners.count == 3)
                let base = Point((corners[1].x + corners[2].x) / 2, (corners[1].y + corners[2].y) / 2)
                #expect(abs(base.directionDegrees(to: corners[0]) - signed) < 0.01)
            }
        }
    }

    @Test func `the head of a sharp turn does not touch its stem`() throws {
        for degrees in stride(from: 130.0, through: 160, by: 10) {
            let sign = Sign(.sharpTurn(.right), turnAngleDegrees: degrees)
            let bare = Picture(sign).bare
            let head = try #require(bare.shapes.last)
            let stem = try #require(bare.shapes.first?.path.points.first)
            let nearest = try #require(head.path.points.map(\.x).min())
            #expect(nearest - 1.5 - stem.x - Pens.standard.symbolWidth / 2 >= 2, "\(degrees)")
        }
    }

    @Test func `a small change of the turn angle gives no new sign`() {
        #expect(
            Sign(.turn(.right), turnAngleDegrees: 88.1) == Sign(.turn(.right), turnAngleDegrees: 93.4))
        #expect(Sign(.turn(.right), turnAngleDegrees: 88) == Sign(.turn(.right)), "as where it is not known")
    }

    @Test(arguments: [
        (SignPicture.turn(.left), -12.0, -60.0), (.turn(.left), -175, -110), (.slightTurn(.right), 2, 20),
        (.slightTurn(.right), 80, 40), (.sharpTurn(.left), -179, -160), (.fork(.right), 3, 20),
    ])
    func `a turn never looks like one of another class`(_ picture: SignPicture, _ trueDegrees: Double, _ drawn: Double)
    {
        #expect(Sign(picture, turnAngleDegrees: trueDegrees).turnAngleDegrees == drawn)
    }

    @Test(arguments: [80.0, 0, .nan, .infinity])
    func `an invalid angle, or one to the other side, gives the nominal angle`(_ degrees: Double) {
        #expect(Sign(.turn(.left), turnAngleDegrees: degrees).turnAngleDegrees == -90)
    }

    @Test func `pictures without a turn have no angle`() {
        #expect(Sign(.straight, turnAngleDegrees: 20) == Sign(.straight))
        #expect(Sign(.destination, exitNumber: 2, exitAngleDegrees: 90) == Sign(.destination))
    }

    @Test(arguments: Rotation.allCases) func `an exit close to the entry is moved apart on its side`(
        _ rotation: Rotation
    ) throws {
        for (degrees, drawn) in [(150.0, 135.0), (170, 135), (200, 225), (215, 225)] {
            let exit = degrees < 180 ? RoundaboutExit.sharpRight : .sharpLeft
            let beside = Picture(Sign(.roundabout(exit, rotation), exitAngleDegrees: degrees))
            #expect(beside == Picture(Sign(.roundabout(exit, rotation), exitAngleDegrees: drawn)), "\(degrees)")
        }
        let back = Picture(Sign(.roundabout(.uTurn, rotation)))
        #expect(Picture(Sign(.roundabout(.uTurn, rotation), exitAngleDegrees: 165)) == back)
    }

    @Test func `many arms are separated from each other and from the route`() throws {
        let arms = Array(stride(from: 0.0, to: 360, by: 5))
        let crowded = Picture(
            Sign(.roundabout(.right, .counterclockwise), exitAngleDegrees: 90, otherArmAnglesDegrees: arms))
        let plain = Picture(Sign(.roundabout(.right, .counterclockwise), exitAngleDegrees: 90))
        let added = crowded.shapes.count - plain.shapes.count
        #expect(added >= 12 && added <= 20, "\(added)")
    }

    @Test func `no arm covers the entry, the exit or another arm`() {
        for exit in stride(from: 45.0, through: 315, by: 5) {
            for first in stride(from: 0.0, to: 360, by: 5) {
                let arms = Ring(exitDegrees: exit, isLeaving: false, pens: .standard).others([first, first + 20])
                for arm in arms {
                    let (fromEntry, fromExit) = (abs(remainder(arm - 180, 360)), abs(remainder(arm - exit, 360)))
                    #expect(fromEntry >= 25 && fromExit >= 38, "exit \(exit), arms \(first): \(arm)")
                }
                guard arms.count == 2 else { continue }
                #expect(abs(remainder(arms[1] - arms[0], 360)) >= 15, "exit \(exit), arms \(first)")
            }
        }
    }

    private func ink(of picture: Picture) throws -> Ink {
        let bare = picture.bare
        var ink = try Raster(renderer, picture: bare).ink(boardHeight: bare.height)
        ink.left -= Picture.border
        ink.right -= Picture.border
        ink.top -= Picture.border
        ink.bottom -= Picture.border
        ink.center = Point(ink.center.x - Picture.border, ink.center.y - Picture.border)
        return ink
    }
}

extension Sign {
    static func random(using generator: inout SplitMix64) -> Sign {
        let picture = SignPicture.allCases.randomElement(using: &generator) ?? .neutral
        let arms = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
            Double.random(in: -360...720, using: &generator)
        }
        return Sign(
            picture,
            turnAngleDegrees: Bool.random(using: &generator) ? .random(in: -180...180, using: &generator) : nil,
            exitNumber: Bool.random(using: &generator) ? .random(in: 0...100, using: &generator) : nil,
            exitAngleDegrees: Bool.random(using: &generator) ? .random(in: 0...360, using: &generator) : nil,
            otherArmAnglesDegrees: arms)
    }

    /// The mirrored sign.
    var mirrored: Sign {
        Sign(
            picture.mirrored, turnAngleDegrees: turnAngleDegrees.map { -$0 }, exitNumber: exitNumber,
            exitAngleDegrees: exitAngleDegrees.map { -$0 }, otherArmAnglesDegrees: otherArmAnglesDegrees.map { -$0 })
    }
}

extension Pens {
    /// Random widths that a theme may have.
    static func random(using generator: inout SplitMix64) -> Pens {
        var pens = Pens()
        for (_, path, range) in Pens.ranges { pens[keyPath: path] = .random(in: range, using: &generator) }
        pens.faintWidth = min(pens.faintWidth, 0.75 * pens.symbolWidth)
        pens.headWidth = max(pens.headWidth, 2 * pens.symbolWidth)
        return pens
    }
}

extension SignPicture {
    /// The range of the weight of similar pictures: arrows are light, pictures with areas are heavy.
    var usualInkShare: ClosedRange<Double> {
        switch self {
        case .straight, .turn, .slightTurn, .sharpTurn, .fork: 0.09...0.16
        case .neutral, .merge, .mergeTo, .uTurn: 0.15...0.20
        case .destination, .destinationAt, .ferryBoat, .ferryTrain: 0.17...0.25
        case .roundabout(.uTurn, _): 0.20...0.24
        case .roundabout: 0.13...0.21
        }
    }

    /// The maximum distance of the centre of gravity from the centre of the board: the bounding box is centred, but a
    /// flag is heavy at its top, and a bend on one side.
    var usualOffset: Point {
        switch self {
        case .turn, .sharpTurn: Point(7.5, 7)
        case .destination: Point(6, 12)
        case .roundabout(.sharpLeft, _), .roundabout(.sharpRight, _): Point(4, 10.5)
        default: Point(6, 7.5)
        }
    }

    var mirrored: SignPicture {
        switch self {
        case .neutral, .straight, .merge, .destination, .ferryBoat, .ferryTrain: self
        case .turn(let side): .turn(side.mirrored)
        case .slightTurn(let side): .slightTurn(side.mirrored)
        case .sharpTurn(let side): .sharpTurn(side.mirrored)
        case .mergeTo(let side): .mergeTo(side.mirrored)
        case .fork(let side): .fork(side.mirrored)
        case .destinationAt(let side): .destinationAt(side.mirrored)
        case .uTurn(let rotation): .uTurn(rotation.mirrored)
        case .roundabout(let exit, let rotation): .roundabout(exit.mirrored, rotation.mirrored)
        }
    }
}

extension PictureSide {
    var mirrored: PictureSide { self == .left ? .right : .left }
}

extension Rotation {
    var mirrored: Rotation { self == .clockwise ? .counterclockwise : .clockwise }
}

extension RoundaboutExit {
    var mirrored: RoundaboutExit {
        switch self {
        case .unspecified, .straight, .uTurn, .leaving: self
        case .left: .right
        case .right: .left
        case .slightLeft: .slightRight
        case .slightRight: .slightLeft
        case .sharpLeft: .sharpRight
        case .sharpRight: .sharpLeft
        }
    }
}
