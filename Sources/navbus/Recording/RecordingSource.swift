import NavigationEvents
import Recording
import Synchronization

/// The events of a recording, with all its parts.
struct RecordingSource: EventSource {
    /// The treatment of data that cannot be read.
    enum Patience {
        /// It is reported once on standard error and skipped.
        case tell
        /// It throws.
        case fail
    }

    /// The files, in order.
    let paths: [String]
    var from: Timestamp?
    var patience = Patience.tell
    private let told = TroubleLog()

    /// - Parameters:
    ///   - files: The files; one part stands for all parts of its recording.
    ///   - from: The time of publishing at which to start; `nil` for the beginning.
    ///   - patience: The treatment of data that cannot be read.
    init(_ files: [String], from: Timestamp? = nil, patience: Patience = .tell) {
        var paths: [String] = []
        for file in files {
            for part in RecordingReader.parts(of: file) where !paths.contains(part) { paths.append(part) }
        }
        self.paths = paths
        self.from = from
        self.patience = patience
    }

    /// The metadata that the recorder wrote, for each part.
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

/// A cursor in the files of a recording.
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

/// Reports each problem once, however often the files are read.
private final class TroubleLog: Sendable {
    private let told = Mutex<Set<String>>([])

    func tell(_ text: String) {
        guard told.withLock({ $0.insert(text).inserted }) else { return }
        Output.error("\(Style.error.yellow("warning:")) \(text)")
    }

    /// The decoded event; `nil` if this version of navbus cannot decode it, which is reported.
    func read(_ event: RecordedEvent) -> Envelope? {
        do {
            return try event.envelope()
        } catch {
            tell("failed to \(error); events of that kind are skipped: update navbus to read them")
            return nil
        }
    }
}
