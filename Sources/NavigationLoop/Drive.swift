import Guidance
import NavigationEvents

/// A drive that survives its process: a ``DriveState``, and the log of its inputs.
struct Drive {
    private(set) var state: DriveState
    /// The state of a drive before any input.
    private let initial: DriveState
    /// `nil` if nothing survives the process.
    let log: DriveLog?

    /// The result of recovering a drive from its log.
    struct Recovery {
        /// Events of the last input that were not published.
        var unpublished: [TickedEvent] = []
        /// The number of events of that input that were published.
        var publishedCount: UInt32 = 0
        /// The number of replayed inputs.
        var inputs = 0
        /// The size of an incomplete last record, bytes.
        var tornBytes = 0
    }

    init(settings: GuidanceSettings, isSimulated: Bool = false, log: DriveLog?) {
        initial = DriveState(settings: settings, isSimulated: isSimulated)
        state = initial
        self.log = log
    }

    /// Replays all inputs of the log.
    ///
    /// - Parameter isPublished: Whether an event was published under a number; called for the events of the last input,
    ///   in order, until one was not published.
    mutating func recover(isPublished: (TickedEvent, _ sequence: UInt64) -> Bool) -> Recovery {
        var recovery = Recovery()
        // Events of the last input, and the sequence number before the first of them.
        var events: [TickedEvent] = []
        var before: UInt64 = 0
        var state = initial
        let torn = log?.replay { record in
            recovery.inputs += 1
            do throws(RouteModelError) {
                switch record.content {
                case .input(let input): (events, before) = (try state.process(input), record.sequence)
                case .warmUp(let input): try state.warmUp(input)
                case .numbers(let numbers):
                    state.adopt(numbers)
                    events = []
                case .resumed(let published):
                    (events, before) = (Array(events.dropFirst(Int(published))), record.sequence)
                }
            } catch {
                // A refused route is never logged; a route that is refused now was accepted by another version.
                events = []
            }
        }
        self.state = state
        var sequence = before
        let published = events.prefix { event in
            sequence &+= 1
            return isPublished(event, sequence)
        }.count
        recovery.publishedCount = UInt32(published)
        recovery.unpublished = Array(events.dropFirst(published))
        recovery.tornBytes = torn ?? 0
        return recovery
    }

    /// Records that the events which the previous process left unpublished follow now.
    func recordResumption(_ recovery: Recovery, after sequence: UInt64) {
        log?.append(DriveRecord(content: .resumed(published: recovery.publishedCount), sequence: sequence))
    }

    /// Processes an input: it is logged before it takes effect, a router's answer with its outcome.
    ///
    /// - Parameter sequence: The sequence number of the last published event.
    /// - Throws: ``RouteModelError`` if a route cannot be followed; state and log are then unchanged.
    mutating func process(_ input: DriveInput, after sequence: UInt64) throws(RouteModelError) -> [TickedEvent] {
        switch input {
        case .started:
            var next = state
            let events = try next.process(input)
            append(input, sequence)
            state = next
            return events
        case .answered(let answer):
            var next = state
            let (events, outcome) = next.process(answer)
            append(outcome, sequence)
            state = next
            return events
        default:
            append(input, sequence)
            return try state.process(input)
        }
    }

    private func append(_ input: DriveInput, _ sequence: UInt64) {
        log?.append(DriveRecord(content: .input(input), sequence: sequence))
    }

    /// Rewrites the log if it has grown too long. To be called after the events of an input are published.
    ///
    /// Between two navigations the drive continues from the rewritten log, so that its state equals that of a recovered
    /// drive exactly. Within a navigation it keeps its state, and only a recovered drive depends on the thinned log.
    mutating func compactLog(after input: DriveInput, sequence: UInt64) {
        guard let log else { return }
        if input.isFreshStart || input == .stopped {
            if log.isGrown(beyond: log.bounds.trimmedBytes) { trim(log, sequence: sequence) }
        } else if log.isGrown(beyond: log.bounds.maxBytes), !log.isAbandoned {
            log.thin(state, sequence: sequence, to: log.bounds.maxBytes / 2, keeping: log.bounds.wholeSeconds)
        }
    }

    /// Rewrites the log after a start or a stop.
    mutating func trim(_ log: DriveLog, sequence: UInt64) {
        log.trim(state, sequence: sequence)
        if log.problem == nil || log.bounds.isExact && !log.isAbandoned { _ = recover { _, _ in true } }
    }

    // MARK: - Records

    /// Continues from a compact record of the drive, exactly as a drive that is restored from it.
    ///
    /// - Returns: `nil`, without an effect, if the log is unusable, or too short a memory would change the guidance.
    mutating func checkpoint(after sequence: UInt64) -> (records: [UInt8], positionTimes: [Timestamp])? {
        guard let log, !log.isAbandoned else { return nil }
        let records = log.thinned(
            state, sequence: sequence, to: log.bounds.maxBytes / 4, keeping: log.bounds.wholeSeconds)
        guard let replayed = replayed(records), replayed.state.guided.state == state.guided.state,
            replayed.state.route?.id == state.route?.id, replayed.state.isActive == state.isActive
        else { return nil }
        log.replace(with: records)
        state = replayed.state
        return (records, replayed.positionTimes)
    }

    /// Continues from the record of another drive.
    ///
    /// - Returns: The times of the last positions; `nil`, without an effect, if the record is damaged.
    mutating func restore(_ records: [UInt8]) -> [Timestamp]? {
        guard let replayed = replayed(records) else { return nil }
        log?.replace(with: records)
        state = replayed.state
        return replayed.positionTimes
    }

    /// The state after records, and the times of the drive after the last two positions; `nil` if a record is damaged.
    private func replayed(_ records: [UInt8]) -> (state: DriveState, positionTimes: [Timestamp])? {
        var state = initial
        var times: [Timestamp] = []
        var offset = 0
        let isComplete = records.withUnsafeBytes { bytes in
            while let (record, count) = DriveRecord.read(UnsafeRawBufferPointer(rebasing: bytes[offset...])) {
                offset += count
                switch record.content {
                case .input(let input), .warmUp(let input):
                    // A route that is refused now was accepted by another version.
                    try? state.warmUp(input)
                    if input.isFix, let time = state.lastTime { times = times.suffix(1) + [time] }
                case .numbers(let numbers): state.adopt(numbers)
                case .resumed: break
                }
            }
            return offset == bytes.count
        }
        return isComplete ? (state, times) : nil
    }
}
