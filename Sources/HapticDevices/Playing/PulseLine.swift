import NavigationEvents
import Platform

/// A command as a line of text: its time, its name and its rhythm. A cell is 80 milliseconds; the higher the block, the
/// stronger the pulse; a dot is silence.
///
///       00:12  now left                    ▆·▆···▆·▆  640 ms
package struct PulseLine {
    static let cellMilliseconds = 80

    private let command: HapticCommand

    /// The line of a command.
    package init(command: HapticCommand) { self.command = command }

    /// The whole line.
    package var text: String {
        Self.padded(ClockText.text(seconds: command.startSeconds), to: 7, atFront: true) + "  " + textWithoutTime
    }

    /// The line for a screen, which shows the time of the drive itself.
    package var textWithoutTime: String {
        Self.padded(command.words, to: 26) + "  " + rhythm + "  \(command.durationMilliseconds) ms"
    }

    /// Only the rhythm.
    package var rhythm: String {
        command.pulses.enumerated().map { index, pulse in
            let isLast = index == command.pulses.count - 1
            return String(repeating: Self.block(pulse.strength), count: Self.cells(pulse.milliseconds))
                + (isLast ? "" : String(repeating: "·", count: Self.cells(pulse.pauseMilliseconds)))
        }.joined()
    }

    private static func cells(_ milliseconds: Int) -> Int {
        milliseconds == 0 ? 0 : max(1, Int(clamping: (Double(milliseconds) / Double(cellMilliseconds)).rounded()))
    }

    private static func block(_ strength: Double) -> String {
        switch strength {
        case ..<0.3: "▂"
        case ..<0.6: "▄"
        case ..<0.85: "▆"
        default: "█"
        }
    }

    private static func padded(_ text: String, to width: Int, atFront: Bool = false) -> String {
        let filler = String(repeating: " ", count: max(0, width - text.count))
        return atFront ? filler + text : text + filler
    }
}
