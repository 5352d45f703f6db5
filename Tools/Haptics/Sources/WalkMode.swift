/// The signals that a walker follows: the choices of the setting `mode` of the control.
enum WalkMode: String, CaseIterable, Sendable {
    /// Turns and conditions of the drive, on streets.
    case turns
    /// Turn until quiet, on an open plane.
    case compass
    case both

    var hasTurns: Bool { self != .compass }
    var hasCompass: Bool { self != .turns }
}
