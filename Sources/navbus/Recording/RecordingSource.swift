import NavigationEvents
import Recording
import Synchronization

/// The events of a recording with all its parts.
struct RecordingSource: EventSource {
    /// What becomes of a place that cannot be read.
    enum Patience {
        /// It is told on standard error, once, and passed over.
        case tell
        /// It ends the reading.
        case fail
    }

    /// The files, in order.
    let paths: [String]
    var from: Timestamp?
    var patience = Patience.tell
    private let told = TroubleLog()

    /// - Parameter files: As they were named: one stands for all parts of its recording.
    init(_ files: [String], from: Timestamp? = nil, patience: Patience = .tell) {
        var paths: [String] = []
        for file in files {
            for part in RecordingReader.parts(of: file) where !paths.contains(part) { paths.append(part) }
        }
        self.paths = paths
        self.from = from
        self.patience = patience
    }

    /// What the recorder wrote about itself, by part.
    func metadata() throws -> [[String: String]] {
        var reader = try RecordingReader(paths)
        do {
            _ = try reader.next()
        } catch {
            told.tell("failed to \(error)")
        }
        return reader.metadata
    }

    func events(of topics: Set<Topic>) throws -> any EventCursor {
        let reader = try RecordingReader(paths, options: ReadingOptions(from: from, topics: topics))
        return RecordingCursor(reader, patience, told)
    }
}

/// A place in the files of a recording.
private final class RecordingCursor: EventCursor {
    private var reader: RecordingReader
    private let patience: RecordingSource.Patience
    private let told: TroubleLog

    init(_ reader: consuming RecordingReader, _ patience: RecordingSource.Patience, _ told: TroubleLog) {
        self.reader = reader
        self.patience = patience
        self.told = told
    }

    func next() throws -> TapedEvent? {
        while true {
            do {
                guard let event = try reader.next() else { return nil }
                if let envelope = told.read(event) { return TapedEvent(bytes: event.bytes, envelope: envelope) }
            } catch {
                if patience == .fail { throw error }
                told.tell("failed to \(error)")
            }
        }
    }
}

/// Tells of each trouble once, however often a file is gone through.
private final class TroubleLog: Sendable {
    private let told = Mutex<Set<String>>([])

    func tell(_ text: String) {
        guard told.withLock({ $0.insert(text).inserted }) else { return }
        Output.error("\(Style.error.yellow("warning:")) \(text)")
    }

    /// The event; `nil`, and told, if this version of navbus cannot read it.
    func read(_ event: RecordedEvent) -> Envelope? {
        do {
            return try event.envelope()
        } catch {
            tell("failed to \(error); events of that kind are passed over: update navbus to read them")
            return nil
        }
    }
}
