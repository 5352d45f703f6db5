import Foundation

/// The published guidance that a tap recorded, without the values that differ from run to run.
struct PublishedStream {
    /// The events in order, without run, numbers and times of publishing.
    private(set) var events: [String] = []
    /// The numbers of all events, including reports of controls, in order.
    private(set) var sequences: [UInt64] = []
    /// Number of lines that are not events.
    private(set) var unreadable = 0

    /// Reads the output of `navbus tap --json`.
    init(file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for line in text.split(separator: "\n") { take(line) }
    }

    private mutating func take(_ line: Substring) {
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        guard var event = object as? [String: Any], let number = (event["sequence"] as? String).flatMap(UInt64.init)
        else {
            unreadable += 1
            return
        }
        sequences.append(number)
        // The rate of headings is limited by wall time, so they differ with the speed of the replay.
        guard event["control"] == nil, event["heading"] == nil else { return }
        for name in ["run", "sequence", "topicSequence", "monotonicNanoseconds", "publishedAtNanoseconds"] {
            event[name] = nil
        }
        guard let data = try? JSONSerialization.data(withJSONObject: event, options: .sortedKeys) else {
            unreadable += 1
            return
        }
        events.append(String(decoding: data, as: UTF8.self))
    }

    /// Compares the events with those of the undisturbed drive: missing ones, additional ones, and the order.
    func compared(with reference: PublishedStream) -> (lost: Int, doubled: Int, problems: [String]) {
        let (wanted, seen) = (Self.counted(reference.events), Self.counted(events))
        let lost = wanted.reduce(0) { $0 + max($1.value - seen[$1.key, default: 0], 0) }
        let doubled = seen.reduce(0) { $0 + max($1.value - wanted[$1.key, default: 0], 0) }
        var problems: [String] = []
        if lost > 0 { problems.append("\(lost) events of the drive are missing") }
        if doubled > 0 { problems.append("\(doubled) events came twice or are others") }
        if lost == 0, doubled == 0, events != reference.events { problems.append("the order differs") }
        if unreadable > 0 { problems.append("\(unreadable) lines are not events") }
        let steps = zip(sequences, sequences.dropFirst())
        let holes = steps.filter { $1 != $0 + 1 }.count
        if holes > 0 { problems.append("the numbers jump \(holes) times") }
        return (lost, doubled, problems)
    }

    private static func counted(_ events: [String]) -> [String: Int] {
        Dictionary(events.map { ($0, 1) }, uniquingKeysWith: +)
    }
}
