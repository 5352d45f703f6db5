import NavigationEvents

/// Lines that wait for a program to read them. If it reads too slowly, lines that a later one replaces are left out.
struct LineQueue {
    /// A line of JSON.
    struct Line: Sendable {
        /// The line with its newline.
        var bytes: [UInt8]
        /// The cue that is delivered with the line.
        var cue: Cue?
        /// Whether a later line makes this one superfluous.
        var isReplaceable = false
    }

    static let maxLines = 1024
    static let maxBytes = 8 * 1024 * 1024

    private var lines: [Line] = []
    /// The first line that waits; those before it have been taken.
    private var first = 0
    private var bytes = 0
    /// Number of lines that were left out since the last one was taken.
    private var missed = 0
    /// Number of all lines that were left out.
    private(set) var allMissed = 0

    var isEmpty: Bool { first == lines.count }

    mutating func add(_ line: Line) {
        lines.append(line)
        bytes += line.bytes.count
        while lines.count - first > Self.maxLines || (bytes > Self.maxBytes && lines.count - first > 1) { leaveOut() }
    }

    /// Leaves out the oldest line that a later one replaces, or else the oldest.
    private mutating func leaveOut() {
        let index = lines[first...].firstIndex(where: \.isReplaceable) ?? first
        bytes -= lines.remove(at: index).bytes.count
        missed += 1
        allMissed += 1
    }

    /// Removes and returns the next line. A line with the number of those that were left out comes before it.
    mutating func next() -> Line? {
        guard !isEmpty else { return nil }
        if missed > 0 {
            defer { missed = 0 }
            return Line(bytes: Array("{\"missed\":\(missed)}\n".utf8))
        }
        let line = lines[first]
        bytes -= line.bytes.count
        first += 1
        if first == lines.count {
            lines.removeAll(keepingCapacity: first < Self.maxLines)
            first = 0
        }
        return line
    }
}
