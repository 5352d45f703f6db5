import NavigationEvents

/// One of the 40 pictures of the 66 maneuvers.
public enum SignPicture: Hashable, Sendable {
    /// No direction: departure, and every maneuver unknown to this version.
    case neutral
    case straight
    case turn(PictureSide)
    case slightTurn(PictureSide)
    case sharpTurn(PictureSide)
    case uTurn(Rotation)
    case merge
    case mergeTo(PictureSide)
    case fork(PictureSide)
    case destination
    case destinationAt(PictureSide)
    case ferryBoat
    case ferryTrain
    case roundabout(RoundaboutExit, Rotation)
}

/// The side of the road or of a picture.
public enum PictureSide: CaseIterable, Sendable {
    case left
    case right
}

/// The direction of rotation seen from above: counterclockwise in right-hand traffic.
public enum Rotation: CaseIterable, Sendable {
    case clockwise
    case counterclockwise
}

/// The exit of a roundabout, seen from its entry.
public enum RoundaboutExit: CaseIterable, Sendable {
    case unspecified
    case straight
    case left
    case right
    case slightLeft
    case slightRight
    case sharpLeft
    case sharpRight
    case uTurn
    /// The maneuver of leaving, for a vehicle on the ring.
    case leaving

    /// The angle that is drawn if the true one is unknown, clockwise from straight ahead; `nil` if it cannot be
    /// guessed. That of leaving is for counterclockwise traffic.
    var nominalAngleDegrees: Double? {
        switch self {
        case .unspecified: nil
        case .straight: 0
        case .leaving: 30
        case .slightRight: 45
        case .right: 90
        case .sharpRight: 135
        case .uTurn: 180
        case .sharpLeft: 225
        case .left: 270
        case .slightLeft: 315
        }
    }
}

extension SignPicture: CaseIterable {
    /// All 40 pictures.
    public static var allCases: [SignPicture] {
        let sided = PictureSide.allCases.flatMap { side -> [SignPicture] in
            [.turn(side), .slightTurn(side), .sharpTurn(side), .mergeTo(side), .fork(side), .destinationAt(side)]
        }
        let rotating = Rotation.allCases.flatMap { rotation -> [SignPicture] in
            [.uTurn(rotation)] + RoundaboutExit.allCases.map { .roundabout($0, rotation) }
        }
        return [.neutral, .straight, .merge, .destination, .ferryBoat, .ferryTrain] + sided + rotating
    }
}
