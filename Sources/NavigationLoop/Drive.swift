import Guidance
import NavigationEvents

/// A drive that outlives its process: a ``DriveState``, and the log of what went into it.
struct Drive {
    private(set) var state: DriveState
    /// What a drive is before anything went in.
    private let initial: DriveState
    /// `nil` if nothing outlives the process.
    let log: DriveLog?

    /// What a successor found.
    struct Inheritance {
        /// Events of the last input that were not published.
        var unpublished: [TickedEvent] = []
        /// How many of that input's events were.
        var publishedCount: UInt32 = 0
        /// Inputs put in again.
        var inputs = 0
        /// Bytes of a record that was not written to its end.
        var tornBytes = 0
    }

    init(settings: GuidanceSettings, isSimulated: Bool = false, log: DriveLog?) {
        initial = DriveState(settings: settings, isSimulated: isSimulated)
        state = initial
        self.log = log
    }

    /// Puts everything in again that the log holds.
    ///
    /// - Parameter isPublished: Whether an event was published under a number: asked of those of the last input, in order,
    ///   until one was not.
    mutating func inherit(isPublished: (TickedEvent, _ sequence: UInt64) -> Bool) -> Inheritance {
        var inheritance = Inheritance()
        // Events of the last input, and the number before the first of them.
        var events: [TickedEvent] = []
        var before: UInt64 = 0
        var state = initial
        let torn = log?.replay { record in
            inheritance.inputs += 1
            do throws(RouteModelError) {
                switch record.content {
                case .input(let input): (events, before) = (try state.take(input), record.sequence)
                case .warmUp(let input): try state.warmUp(input)
                case .numbers(let numbers):
                    state.adopt(numbers)
                    events = []
                case .carriedOn(let published):
                    (events, before) = (Array(events.dropFirst(Int(published))), record.sequence)
                }
            } catch {
                // A route that was refused is never logged; one that is now belongs to another version.
                events = []
            }
        }
        self.state = state
        var sequence = before
        let published = events.prefix { event in
            sequence &+= 1
            return isPublished(event, sequence)
        }.count
        inheritance.publishedCount = UInt32(published)
        inheritance.unpublished = Array(events.dropFirst(published))
        inheritance.tornBytes = torn ?? 0
        return inheritance
    }

    /// Notes that the events which a predecessor left unpublished follow now.
    func carryOn(_ inheritance: Inheritance, after sequence: UInt64) {
        log?.append(DriveRecord(content: .carriedOn(published: inheritance.publishedCount), sequence: sequence))
    }

    /// Takes an input in: it is in the log before anything is made of it.
    ///
    /// - Parameter sequence: The number of the last event published.
    /// - Throws: If a route cannot be followed; then nothing has changed, and nothing is in the log.
    mutating func take(_ input: DriveInput, after sequence: UInt64) throws(RouteModelError) -> [TickedEvent] {
        let input = decided(input)
        guard case .started = input else {
            log?.append(DriveRecord(content: .input(input), sequence: sequence))
            return try state.take(input)
        }
        var next = state
        let events = try next.take(input)
        log?.append(DriveRecord(content: .input(input), sequence: sequence))
        state = next
        return events
    }

    /// A router's answer as what becomes of it: the log is to hold no route that is not followed, and what is read from one
    /// that was thinned is not asked for again in the same words.
    private func decided(_ input: DriveInput) -> DriveInput {
        guard case .answered(let answer) = input else { return input }
        switch state.verdict(on: answer) {
        case .follow(let route): return .rerouted(route)
        case .drop(let reason), .fail(let reason):
            return .answered(RouteAnswer(number: answer.number, outcome: .failure(reason)))
        case .askAgain: return input
        }
    }

    /// Begins the log anew where it has grown too long. To be called once the events of an input are published.
    ///
    /// Between two navigations the drive itself goes on from the new log, so that it is what a successor will be, to the
    /// last bit. Within a navigation it keeps what it knows, and only a successor goes by what is left.
    mutating func tidy(after input: DriveInput, sequence: UInt64) {
        guard let log else { return }
        if input.isFreshStart || input == .stopped {
            if log.isGrown(beyond: log.bounds.trimmedBytes) { trim(log, sequence: sequence) }
        } else if log.isGrown(beyond: log.bounds.mostBytes), !log.isGivenUp {
            log.thin(state, sequence: sequence, to: log.bounds.mostBytes / 2, keeping: log.bounds.wholeSeconds)
        }
    }

    /// Begins a log anew behind a start or a stop.
    mutating func trim(_ log: DriveLog, sequence: UInt64) {
        log.trim(state, sequence: sequence)
        if log.trouble == nil { _ = inherit { _, _ in true } }
    }
}
