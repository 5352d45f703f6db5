import Geodesy
import NavigationEvents

/// The protocol of wristbands at a serial port or over Nordic UART: lines of text, each at most 20 bytes with its end,
/// so that it fits into one packet of Bluetooth. docs/haptics.md describes it.
enum UARTLine {
    /// The length limit of a line with its end: the minimum payload of a Bluetooth packet.
    static let maxBytes = 20

    /// Stops all vibrations at once.
    static let stop = "S\n"
    /// A keep-alive, sent once a second. A device stops its vibration after three seconds without any line.
    static let keepAlive = "K\n"
    /// Asks for name, motors and battery.
    static let inquiry = "?\n"

    /// Starts a vibration of this duration.
    static func vibrate(_ vibration: Vibration) -> String {
        let strength = Int(clamping: (min(max(vibration.strength, 0), 1) * 100).rounded())
        let milliseconds = min(max(vibration.milliseconds, 1), Vibration.maxMilliseconds)
        return "V \(site(vibration.site)) \(strength) \(milliseconds)\n"
    }

    private static func site(_ site: VibrationSite) -> String {
        switch site {
        case .all: "A"
        case .left: "L"
        case .right: "R"
        case .around(let degrees): "\(Int(clamping: Angle.normalized(degrees).rounded()) % 360)"
        }
    }
}

/// A line that a device has sent.
enum UARTReply: Hashable, Sendable {
    /// The name and the motors of the device.
    case name(String, HapticMotors)
    case message(DeviceMessage)

    /// The longest press of a button, milliseconds: ten minutes.
    static let maxHoldMilliseconds = 600_000
    /// The maximum number of motors of a belt.
    static let maxMotors = 64

    /// Parses a line without its end; `nil` for an unknown line: newer devices may send more.
    init?(_ line: [UInt8]) {
        guard line.count < UARTLine.maxBytes, line.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        let words = text.split(separator: " ").map(String.init)
        guard let kind = words.first, kind.utf8.count == 1 else { return nil }
        let rest = Array(words.dropFirst())
        switch kind {
        case "B": self.init(battery: rest)
        case "P": self.init(button: rest)
        case "H": self.init(heading: rest)
        case "N": self.init(name: rest)
        case "T" where text.utf8.count > 2: self = .message(.text(String(text.dropFirst(2))))
        default: return nil
        }
    }

    private init?(battery words: [String]) {
        guard words.count == 1, let percent = Self.whole(words[0], in: 0...100) else { return nil }
        self = .message(.battery(percent: percent))
    }

    private init?(button words: [String]) {
        guard words.count == 1, let held = Self.whole(words[0], in: 0...Self.maxHoldMilliseconds) else { return nil }
        self = .message(.button(heldMilliseconds: held))
    }

    private init?(heading words: [String]) {
        guard (1...2).contains(words.count), let degrees = Self.number(words[0], in: 0...360) else { return nil }
        var accuracy: Double?
        if words.count == 2 {
            guard let number = Self.number(words[1], in: 0...180) else { return nil }
            accuracy = number
        }
        self = .message(.heading(degrees: Angle.normalized(degrees), accuracyDegrees: accuracy))
    }

    private init?(name words: [String]) {
        guard words.count >= 2, let motors = Self.whole(words[words.count - 1], in: 1...Self.maxMotors) else {
            return nil
        }
        let name = words.dropLast().joined(separator: " ")
        self = .name(name, motors == 1 ? .one : motors == 2 ? .two : .ring(motors))
    }

    private static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Digits with at most one decimal point: no signs, no exponents.
    private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
        guard text.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
}

/// Splits received bytes into lines. It never stores more than one line.
struct UARTReader: Hashable, Sendable {
    /// The number of lines that were not understood, including those that are too long.
    private(set) var ignoredLines = 0
    private var line: [UInt8] = []
    private var isTooLong = false

    /// The replies that these bytes complete.
    mutating func replies(in bytes: some Sequence<UInt8>) -> [UARTReply] {
        var replies: [UARTReply] = []
        for byte in bytes {
            switch byte {
            case 0x0A:
                replies += [endLine()].compactMap(\.self)
            case _ where line.count < UARTLine.maxBytes:
                line.append(byte)
            default:
                isTooLong = true
            }
        }
        return replies
    }

    private mutating func endLine() -> UARTReply? {
        defer {
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        // Some libraries end lines with a carriage return as well.
        if line.last == 0x0D { line.removeLast() }
        if line.isEmpty, !isTooLong { return nil }
        if !isTooLong, let reply = UARTReply(line) { return reply }
        ignoredLines += 1
        return nil
    }
}
