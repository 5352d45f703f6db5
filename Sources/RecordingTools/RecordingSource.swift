import CommandOutput
package import NavigationEvents
import Recording
import Synchronization

/// The events of a recording, with all its parts.
package struct RecordingSource: EventSource {
    /// The treatment of data that cannot be read.
    package enum ErrorPolicy {
        /// It is reported once on standard error and skipped.
        case report
        /// It throws.
        case fail
    }

    /// The files, in order.
    package let paths: [String]
    var from: Timestamp?
    var errorPolicy = ErrorPolicy.report
    private let problems = ProblemLog()

    /// - Parameters:
    ///   - files: The files; one part stands for all parts of its recording.
    ///   - from: The time of publishing at which to start; `nil` for the beginning.
    ///   - errorPolicy: The treatment of data that cannot be read.
    package init(_ files: [String], from: Timestamp? = nil, errorPolicy: ErrorPolicy = .report) {
        var paths: [String] = []
        for file in files {
            for part in RecordingReader.parts(of: file) where !paths.contains(part) { paths.append(part) }
        }
        self.paths = paths
        self.from = from
        self.errorPolicy = errorPolicy
    }

    /// The metadata that the recorder wrote, for each part.
    func metadata() throws -> [[String: String]] {
        var reader = try RecordingReader(paths)
        do {
            _ = try reader.next()
        } catch {
            problems.report("failed to \(error)")
        }
        return reader.metadata
    }

    package func events(of topics: Set<Topic>) throws -> any EventCursor {
        let reader = try RecordingReader(paths, options: ReadingOptions(from: from, topics: topics))
        return RecordingCursor(reader, errorPolicy, problems)
    }
}

/// A cursor in the files of a recording.
private final class RecordingCursor: EventCursor {
    private var reader: RecordingReader
    private let errorPolicy: RecordingSource.ErrorPolicy
    private let problems: ProblemLog

    init(_ reader: consuming RecordingReader, _ errorPolicy: RecordingSource.ErrorPolicy, _ problems: ProblemLog) {
        self.reader = reader
        self.errorPolicy = errorPolicy
        self.problems = problems
    }

    func next() throws -> StoredEvent? {
        while true {
            do {
                guard let event = try reader.next() else { return nil }
                if let envelope = problems.read(event) { return StoredEvent(bytes: event.bytes, envelope: envelope) }
            } catch {
                if errorPolicy == .fail { throw error }
                problems.report("failed to \(error)")
            }
        }
    }
}

/// Reports each problem once, however often the files are read.
private final class ProblemLog: Sendable {
    private let problems = Mutex<Set<String>>([])

    func report(_ text: String) {
        guard problems.withLock({ $0.insert(text).inserted }) else { return }
        Output.error("\(Style.error.yellow("warning:")) \(text)")
    }

    /// The decoded event; `nil` if this version of navbus cannot decode it, which is reported.
    func read(_ event: RecordedEvent) -> Envelope? {
        do {
            return try event.envelope()
        } catch {
            report("failed to \(error); events of that kind are skipped: update navbus to read them")
            return nil
        }
    }
}
