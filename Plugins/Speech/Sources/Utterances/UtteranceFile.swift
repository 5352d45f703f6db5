import Glibc

/// The name of the sound file of an utterance: `4242-7.wav` is that of process 4242 with effect number 7.
struct UtteranceFile: Hashable, Sendable {
    var processID: pid_t
    var effectNumber: UInt64

    init(processID: pid_t, effectNumber: UInt64) {
        self.processID = processID
        self.effectNumber = effectNumber
    }

    /// Parses a file name, also that of a temporary file such as `.4242-7.wav.4242`; fails for other names.
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

    /// Whether the process of the file has ended; a file with the number of this process is left from an earlier one.
    var isAbandoned: Bool { processID == getpid() || kill(processID, 0) != 0 && errno == ESRCH }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
