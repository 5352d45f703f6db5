import TestSupport
import NavigationEvents
import Testing

@testable import Pictures

@Suite struct SignPictureTests {
    /// The maneuvers that share a picture, as the contract lists them.
    static let shared: [Set<Maneuver>] = [
        [.depart, .unknown],
        [.straight, .onRampUnspecified, .offRampUnspecified, .nameChange],
        [.turnRight, .onRampRight],
        [.turnLeft, .onRampLeft],
        [.turnSlightRight, .onRampSlightRight, .offRampSlightRight],
        [.turnSlightLeft, .onRampSlightLeft, .offRampSlightLeft],
        [.turnSharpRight, .onRampSharpRight, .offRampSharpRight],
        [.turnSharpLeft, .onRampSharpLeft, .offRampSharpLeft],
        [.turnUTurnCounterclockwise, .onRampUTurnCounterclockwise, .offRampUTurnCounterclockwise],
        [.turnUTurnClockwise, .onRampUTurnClockwise, .offRampUTurnClockwise],
        [.mergeRight, .offRampRight],
        [.mergeLeft, .offRampLeft],
        [.forkRight, .turnKeepRight, .onRampKeepRight, .offRampKeepRight],
        [.forkLeft, .turnKeepLeft, .onRampKeepLeft, .offRampKeepLeft],
    ]
    static let alone: Set<Maneuver> = Set(Maneuver.allCases.filter(\.isRoundabout)).union([
        .mergeUnspecified, .destination, .destinationLeft, .destinationRight, .ferryBoat, .ferryTrain,
    ])

    @Test func `forty pictures serve sixty six maneuvers`() {
        let byPicture = Dictionary(grouping: Maneuver.allCases, by: SignPicture.init)
        #expect(Maneuver.allCases.count == 66)
        #expect(byPicture.count == 40)
        #expect(Set(byPicture.keys) == Set(SignPicture.allCases))
        #expect(SignPicture.allCases.count == 40)
    }

    @Test func `fourteen pictures are shared`() {
        let groups = Dictionary(grouping: Maneuver.allCases, by: SignPicture.init).values.map(Set.init)
        #expect(Set(groups.filter { $0.count > 1 }) == Set(Self.shared))
    }

    @Test func `twenty six maneuvers have their own picture`() {
        let groups = Dictionary(grouping: Maneuver.allCases, by: SignPicture.init).values
        #expect(Set(groups.filter { $0.count == 1 }.compactMap(\.first)) == Self.alone)
        #expect(Self.alone.count == 26)
    }

    @Test(arguments: Maneuver.allCases) func `a picture shows the side of its maneuver`(
        _ maneuver: Maneuver
    ) {
        let (name, picture) = ("\(maneuver)", "\(SignPicture(maneuver))".lowercased())
        if name.hasSuffix("Left") { #expect(picture.contains("left")) }
        if name.hasSuffix("Right") { #expect(picture.contains("right")) }
        if name.hasSuffix("Clockwise") { #expect(picture.contains("pictures.rotation.clockwise")) }
        if name.hasSuffix("Counterclockwise") { #expect(picture.contains("counterclockwise")) }
    }

    @Test func `angles are rounded, so that small changes give no new sign`() {
        let one = Sign(
            .roundabout(.left, .counterclockwise), exitAngleDegrees: 268.2, otherArmAnglesDegrees: [91, 359])
        let other = Sign(
            .roundabout(.left, .counterclockwise), exitAngleDegrees: 271.9, otherArmAnglesDegrees: [0.4, 88])
        #expect(one == other)
        #expect(one.exitAngleDegrees == 270)
        #expect(one.otherArmAnglesDegrees == [0, 90])
    }

    @Test func `values that cannot be drawn are dropped`() {
        let step = Step.make(
            .roundaboutLeftClockwise,
            roundabout: Roundabout(exitCount: 0, exitAngleDegrees: .nan, otherArmAnglesDegrees: [.infinity]))
        #expect(Sign(step) == Sign(.roundabout(.left, .clockwise)))
    }
}
