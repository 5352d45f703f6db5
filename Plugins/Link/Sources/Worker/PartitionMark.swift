import NavigationEvents

/// How far the inputs of a partition have been processed, with all their events published, and which sessions are open
/// there. A worker that takes the partition over repeats the inputs of these sessions up to the mark in silence.
struct PartitionMark: Sendable, Hashable {
    /// The number of the last processed message of the input stream; 0 at the beginning.
    var sequence: UInt64 = 0
    /// The runs of the open sessions: the places in the log at which they were opened.
    var sessions: [Session: UInt64] = [:]

    /// The number of the first message of the input stream that is needed.
    ///
    /// - Parameter points: Where sessions continue that are not repeated from their opening.
    func firstNeeded(_ points: [Session: SessionPoint] = [:]) -> UInt64 {
        sessions.map { points[$0.key]?.sequence ?? $0.value >> 16 }.min() ?? sequence + 1
    }

    /// The text in the bucket: a line `mark SEQUENCE`, and a line `SESSION RUN` for each open session.
    var text: String {
        let lines = sessions.sorted { $0.key.name < $1.key.name }.map { "\($0.key.name) \($0.value)\n" }
        return "mark \(sequence)\n" + lines.joined()
    }

    init(sequence: UInt64 = 0, sessions: [Session: UInt64] = [:]) {
        (self.sequence, self.sessions) = (sequence, sessions)
    }

    /// Reads a mark; `nil` if the text is none.
    init?(_ text: String) {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard let head = lines.first, head.count == 2, head[0] == "mark", let sequence = UInt64(head[1]) else {
            return nil
        }
        self.sequence = sequence
        for line in lines.dropFirst() {
            guard line.count == 2, let session = Session(String(line[0])), let run = UInt64(line[1]) else { return nil }
            sessions[session] = run
        }
    }
}
