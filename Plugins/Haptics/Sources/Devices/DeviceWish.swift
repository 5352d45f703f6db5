import NavigationEvents

/// What a device wants of navbus by what it says.
enum DeviceWish: Hashable, Sendable {
    /// Say again what matters now.
    case repeatAnnouncement
    /// Mute, or unmute if it is muted.
    case toggleMute
    /// Its wearer faces north.
    case calibrate
    /// Where it points.
    case heading(HeadingReading)
    /// Something for people to know.
    case note(String)
    /// Something that people have to care for.
    case warning(String)
}

/// Understands what devices say. A pure value.
struct DeviceEar: Sendable {
    /// A button that is held shorter repeats.
    static let muteMilliseconds = 800
    /// One that is held so long calibrates; in between it mutes.
    static let calibrateMilliseconds = 4000
    /// A battery with so much left is warned of.
    static let lowPercent = 15
    /// A change of the battery by so much is told.
    static let stepPercent = 10
    /// What the bus takes as the name of a compass.
    static let mostSourceBytes = 64

    private var toldBattery: [String: Int] = [:]
    private var warnedBattery: Set<String> = []

    /// What a word of a device means; `nil` if it means nothing new.
    mutating func wish(_ word: DeviceWord, of device: String) -> DeviceWish? {
        switch word {
        case .button(let held): Self.wish(heldMilliseconds: held)
        case .battery(let percent): battery(percent, of: device)
        case .heading(let degrees, let accuracy):
            .heading(
                HeadingReading(
                    degrees: degrees, reference: .magneticNorth, accuracyDegrees: accuracy, source: Self.source(device))
            )
        case .text(let text): .note("\(device) says: \(text)")
        }
    }

    /// What a button means by how long it was held.
    static func wish(heldMilliseconds held: Int) -> DeviceWish {
        held < muteMilliseconds ? .repeatAnnouncement : held < calibrateMilliseconds ? .toggleMute : .calibrate
    }

    private mutating func battery(_ percent: Int, of device: String) -> DeviceWish? {
        let text = "the battery of \(device) is at \(percent) %"
        if percent <= Self.lowPercent {
            toldBattery[device] = percent
            return warnedBattery.insert(device).inserted ? .warning(text) : nil
        }
        // Only a battery that was charged meanwhile is warned of again: it may waver around the limit.
        if percent >= Self.lowPercent + Self.stepPercent { warnedBattery.remove(device) }
        if let told = toldBattery[device], abs(told - percent) < Self.stepPercent { return nil }
        toldBattery[device] = percent
        return .note(text)
    }

    private static func source(_ device: String) -> String {
        var name = device
        while name.utf8.count > mostSourceBytes { name.removeLast() }
        return name
    }
}
