import Glibc

/// A game controller or a vibrator, by Linux force feedback. The kernel ends every effect after its duration, and stops
/// and erases all effects when this process ends.
struct RumbleDevice: HapticDevice {
    let name: String
    let model: String?
    let motors: HapticMotors
    private let effects: RumbleEffects
    private var node: RumbleNode?

    /// Readable at the end of the device; events of its buttons are discarded.
    var descriptor: Int32? { node?.descriptor }

    /// Reserves effect slots in the device, so that none is missing later.
    ///
    /// - Throws: The refusal if the device cannot rumble (`ENOTSUP`), or has no free slot (`ENOSPC`).
    init(_ node: RumbleNode, path: String) throws(RumbleNode.Refusal) {
        guard try node.canRumble() else { throw RumbleNode.Refusal(code: ENOTSUP) }
        let title = node.name
        name = "rumble \(path)"
        model = title.isEmpty ? nil : title
        // Only a gamepad certainly has two motors. Other devices are driven as one, so that no side plays on a motor
        // that does not exist.
        motors = try node.isGamepad() ? .two : .one
        effects = try Self.reserveSlots(node, wanted: motors == .two ? 2 : 1)
        node.mute()
        self.node = node
    }

    mutating func vibrate(_ vibration: Vibration) throws(HapticDeviceError) {
        let changes = effects.changes(for: vibration, motors: motors)
        try use { (node) throws(RumbleNode.Refusal) in
            for change in changes {
                let slot = try node.upload(
                    into: change.slot, strong: change.strong, weak: change.weak, milliseconds: change.milliseconds)
                try node.play(slot, isPlayed: true)
            }
        }
    }

    mutating func stop() throws(HapticDeviceError) {
        let slots = effects.slots
        try use { (node) throws(RumbleNode.Refusal) in
            for slot in slots { try node.play(slot, isPlayed: false) }
        }
    }

    mutating func messages() throws(HapticDeviceError) -> [DeviceMessage] {
        try checkHealth()
        return []
    }

    mutating func checkHealth() throws(HapticDeviceError) {
        try use { (node) throws(RumbleNode.Refusal) in try node.drain() }
    }

    mutating func close() {
        node?.close(erasing: effects.slots)
        node = nil
    }

    private func use(_ work: (RumbleNode) throws(RumbleNode.Refusal) -> Void) throws(HapticDeviceError) {
        do throws(RumbleNode.Refusal) {
            guard let node else { throw RumbleNode.Refusal(code: ENODEV) }
            try work(node)
        } catch {
            throw .rumble(name, error)
        }
    }

    /// Reserves a slot for each motor, or one for both if other programs use the rest.
    private static func reserveSlots(_ node: RumbleNode, wanted: Int) throws(RumbleNode.Refusal) -> RumbleEffects {
        let first = try node.upload(strong: 0, weak: 0, milliseconds: 1)
        guard wanted > 1, try node.slots() > 1 else { return .shared(first) }
        do throws(RumbleNode.Refusal) {
            return .sides(left: first, right: try node.upload(strong: 0, weak: 0, milliseconds: 1))
        } catch {
            guard error.code == ENOSPC else { throw error }
            return .shared(first)
        }
    }
}

extension HapticDeviceError {
    /// The error of a refusal of the kernel, with the remedy.
    static func rumble(_ name: String, _ refusal: RumbleNode.Refusal) -> HapticDeviceError {
        let reason: String
        let remedy: String
        switch refusal.code {
        case EACCES, EPERM:
            reason = "this user may not open it"
            remedy =
                "give the user the device by a udev rule (docs/haptics.md), or join the group input and log in again"
        case ENOENT:
            reason = "there is no such device"
            remedy = "plug it in; ls -l /dev/input/by-id lists the devices"
        case ENODEV, ENXIO, EIO:
            reason = "it was unplugged"
            remedy = "plug it in again"
        case ENOTSUP:
            reason = "it cannot rumble"
            remedy = "name a device with force feedback, or only \"rumble\" for the first such device"
        case ENOTTY, EINVAL, EISDIR:
            reason = "it is not an input device with force feedback"
            remedy = "name one of /dev/input/event*"
        case ENOSPC:
            reason = "other programs use all its effect slots"
            remedy = "end the game that uses it"
        default:
            reason = String(cString: strerror(refusal.code))
            remedy = "unplug it and plug it in again"
        }
        return .device(name: name, reason: reason, remedy: remedy)
    }
}
