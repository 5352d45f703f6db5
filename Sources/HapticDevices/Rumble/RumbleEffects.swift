import NavigationEvents

/// The effect slots of a device: one for each side if there is room for two, otherwise one for both.
enum RumbleEffects: Hashable, Sendable {
    /// Left is the heavy motor, right is the light one.
    case sides(left: Int32, right: Int32)
    case shared(Int32)

    /// An effect to upload and to start.
    struct Change: Hashable {
        var slot: Int32
        var strong: Int32
        var weak: Int32
        var milliseconds: Int32
    }

    /// The numbers of the slots.
    var slots: [Int32] {
        switch self {
        case .sides(let left, let right): [left, right]
        case .shared(let slot): [slot]
        }
    }

    /// The effects to change for a vibration. With a slot for each side, the other side continues.
    func changes(for vibration: Vibration, motors: HapticMotors) -> [Change] {
        let magnitude = Int32(clamping: (min(1, max(0, vibration.strength)) * 65_535).rounded())
        let milliseconds = Int32(min(5000, max(1, vibration.milliseconds)))
        let sides = vibration.site.sides
        // A single motor may be either; a driver with one motor for both uses the stronger magnitude.
        let isOne = motors == .one
        let strong = isOne || sides.isLeft ? magnitude : 0
        let weak = isOne || sides.isRight ? magnitude : 0
        switch self {
        case .shared(let slot):
            return [Change(slot: slot, strong: strong, weak: weak, milliseconds: milliseconds)]
        case .sides(let left, let right):
            let onLeft = Change(slot: left, strong: strong, weak: 0, milliseconds: milliseconds)
            let onRight = Change(slot: right, strong: 0, weak: weak, milliseconds: milliseconds)
            return (sides.isLeft ? [onLeft] : []) + (sides.isRight ? [onRight] : [])
        }
    }
}

extension VibrationSite {
    /// The sides of a device with two motors that vibrate; straight ahead and behind are both sides.
    fileprivate var sides: (isLeft: Bool, isRight: Bool) {
        switch self {
        case .all: (true, true)
        case .left: (true, false)
        case .right: (false, true)
        case .around(let degrees): (degrees == 0 || degrees >= 180, degrees <= 180)
        }
    }
}
