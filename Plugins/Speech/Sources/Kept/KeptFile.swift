import Glibc

/// The file of an utterance that is kept: `4242-7.wav` is that of the process 4242 with the effect number 7.
struct KeptFile: Hashable, Sendable {
    var processID: pid_t
    var effectNumber: UInt64

    init(processID: pid_t, effectNumber: UInt64) {
        self.processID = processID
        self.effectNumber = effectNumber
    }

    /// Reads a name, also of one that was still being written, `.4242-7.wav.4242`; `nil` for any other.
    init?(_ name: String) {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts[0].isEmpty, Self.isNumber(parts[3]) { parts = Array(parts[1...2]) }
        let numbers = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "wav", numbers.count == 2, numbers.allSatisfy(Self.isNumber),
            let processID = pid_t(numbers[0]), processID > 0, let effectNumber = UInt64(numbers[1])
        else { return nil }
        self.init(processID: processID, effectNumber: effectNumber)
    }

    var name: String { "\(processID)-\(effectNumber).wav" }

    /// Whether no process will ask for it or take it away: its own has ended, or has our number now.
    var isAbandoned: Bool { processID == getpid() || kill(processID, 0) != 0 && errno == ESRCH }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
