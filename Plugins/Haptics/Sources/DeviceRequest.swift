import HapticDevices
import NavigationEvents

/// A request of a device, by its messages.
enum DeviceRequest: Hashable, Sendable {
    /// Repeat what matters now.
    case repeatAnnouncement
    /// Mute, or unmute if it is muted.
    case toggleMute
    /// Start a calibration: the wearer faces north.
    case calibrate
    /// A heading of its compass.
    case heading(HeadingReading)
    /// A note for the report.
    case note(String)
    /// A warning for the report.
    case warning(String)
}

/// Interprets the messages of devices. A pure value.
struct DeviceMessageInterpreter: Sendable {
    /// A shorter press of the button repeats, a longer one mutes.
    static let muteMilliseconds = 800
    /// A press of the button of at least this time calibrates.
    static let calibrateMilliseconds = 4000
    /// A battery with this charge or less causes a warning.
    static let lowPercent = 15
    /// A change of the charge by this much is reported.
    static let stepPercent = 10
    /// The length limit of the name of a compass, set by the bus.
    static let maxSourceBytes = 64

    private var reportedBattery: [String: Int] = [:]
    private var lowBatteries: Set<String> = []

    /// The request of a message; `nil` if it is nothing new.
    mutating func request(_ word: DeviceMessage, of device: String) -> DeviceRequest? {
        switch word {
        case .button(let held): Self.request(heldMilliseconds: held)
        case .battery(let percent): battery(percent, of: device)
        case .heading(let degrees, let accuracy):
            .heading(
                HeadingReading(
                    degrees: degrees, reference: .magneticNorth, accuracyDegrees: accuracy, source: Self.source(device))
            )
        case .text(let text): .note("\(device): \(text)")
        }
    }

    /// The request of a press of the button, by its duration.
    static func request(heldMilliseconds held: Int) -> DeviceRequest {
        held < muteMilliseconds ? .repeatAnnouncement : held < calibrateMilliseconds ? .toggleMute : .calibrate
    }

    private mutating func battery(_ percent: Int, of device: String) -> DeviceRequest? {
        let text = "the battery of \(device) is at \(percent) %"
        if percent <= Self.lowPercent {
            reportedBattery[device] = percent
            return lowBatteries.insert(device).inserted ? .warning(text) : nil
        }
        // A second warning requires that the battery was charged in between: its value may vary around the limit.
        if percent >= Self.lowPercent + Self.stepPercent { lowBatteries.remove(device) }
        if let reported = reportedBattery[device], abs(reported - percent) < Self.stepPercent { return nil }
        reportedBattery[device] = percent
        return .note(text)
    }

    private static func source(_ device: String) -> String {
        var name = device
        while name.utf8.count > maxSourceBytes { name.removeLast() }
        return name
    }
}
