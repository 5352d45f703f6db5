import NavigationEvents
import Pictures

/// A set of pictures; results are means for one picture.
struct Subject {
    var name: String
    var make: @Sendable () -> [Picture]

    static let all = [
        Subject(name: "a sign, mean of all 40") { SignPicture.allCases.map { Picture(Sign($0)) } },
        Subject(name: "a roundabout with five arms and its exit's number") {
            [
                Picture(
                    Sign(
                        .roundabout(.left, .counterclockwise), exitNumber: 3, exitAngleDegrees: 265,
                        otherArmAnglesDegrees: [40, 100, 330]))
            ]
        },
        Subject(name: "4 lanes") { [Picture(lanes: lanes(4))].compactMap { $0 } },
        Subject(name: "16 lanes") { [Picture(lanes: lanes(16))].compactMap { $0 } },
        Subject(name: "a sign with distance, street and exit") {
            [
                Picture(
                    Sign(.fork(.right)),
                    caption: SignCaption(distance: "300 m", street: "Berliner Straße", exitNumber: "9A"))
            ]
        },
    ]

    private static func lanes(_ count: Int) -> [Lane] {
        (0..<count).map { number in
            Lane(
                directions: number.isMultiple(of: 3)
                    ? [LaneDirection(shape: .straight), LaneDirection(shape: .normalLeft, isRecommended: number == 0)]
                    : [LaneDirection(shape: .straight, isRecommended: number == 1)])
        }
    }
}
