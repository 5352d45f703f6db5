import EventCodec
import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// A control whose rendering is a program without a library: it reads a line of JSON for each event, and may write reports and requests.
///
/// A cue is in one line only, however often the control is restarted: a program that acts whenever a line has a cue announces each once.
struct LineControl: DeviceControl, HandlesStopReason, HandlesCommands, HandlesHeadings, HandlesSilence, ObservesReports,
    ReceivesEnvelopes
{
    private let program: LineProgram
    private let topics: Set<Topic>
    private let context: ControlContext
    private let ended: @Sendable () -> Void
    /// The envelope of the event whose callback comes next.
    private var envelope: Envelope?
    private var delivered: CueReference?
    private var reportedMissed = 0

    /// - Parameters:
    ///   - program: The program, which is not started yet.
    ///   - topics: The topics of the events that it gets.
    ///   - ended: Called when the program has ended by itself, on a thread of its own; by default it ends this process.
    init(
        _ program: LineProgram, topics: [Topic], _ context: ControlContext,
        ended: @escaping @Sendable () -> Void = { Glibc.kill(getpid(), SIGTERM) }
    ) {
        self.program = program
        self.topics = Set(topics)
        self.context = context
        self.ended = ended
    }

    // MARK: - The process

    mutating func start() throws {
        send(Self.settings(context), cue: nil, isReplaceable: false)
        try program.start(ended: ended)
    }

    mutating func stop() { program.stop() }

    var stall: String? { program.stall }

    // MARK: - Events

    mutating func willHandle(_ envelope: Envelope) { self.envelope = envelope }

    mutating func onGPS(_ fix: Fix) { send(.gps(fix), isReplaceable: true) }

    mutating func onNavigation(_ info: NavigationInfo, fix: Fix) {
        var info = info
        if let cue = info.cue, !isNew(cue, at: fix.time) { info.cue = nil }
        send(.navigation(info), cue: info.cue, isReplaceable: info.cue == nil && info.state != .stopped)
    }

    mutating func onNavigationStarted(_ route: Route) { send(.navigationStarted(route)) }

    mutating func onNavigationStopped(_ reason: StopReason) {
        delivered = nil
        send(.navigationStopped(reason))
    }

    mutating func onCommand(_ command: ControlCommand) { send(.command(command)) }

    mutating func onHeading(_ heading: Heading) { send(.heading(heading), isReplaceable: true) }

    mutating func onReport(_ report: ControlReport) { send(.control(report)) }

    mutating func onSilence() { send(["silence": true], cue: nil, isReplaceable: false) }

    /// Whether a cue is delivered now: it is current, and was in no line before, not even in one of an earlier process.
    private mutating func isNew(_ cue: Cue, at time: Timestamp) -> Bool {
        guard cue.reference != delivered else { return false }
        delivered = cue.reference
        return time.seconds(since: cue.dueAt) <= cue.validForSeconds && !context.memory.hasRendered(cue, at: time)
    }

    private mutating func send(_ event: Event, cue: Cue? = nil, isReplaceable: Bool = false) {
        defer { envelope = nil }
        guard topics.contains(event.topic) else { return }
        // An event that the kit adds, such as a stop instead of a missed one, has no numbers and no times.
        var envelope =
            envelope
            ?? Envelope(
                run: 0, sequence: 0, topicSequence: 0, session: context.session, monotonicNanoseconds: 0,
                publishedAt: Timestamp(nanosecondsSinceEpoch: 0), tick: 0, event: event)
        envelope.event = event
        send(Array(envelope.json().utf8), cue, isReplaceable)
    }

    private mutating func send(_ json: JSONText, cue: Cue?, isReplaceable: Bool) {
        send(json.bytes, cue, isReplaceable)
    }

    private mutating func send(_ json: [UInt8], _ cue: Cue?, _ isReplaceable: Bool) {
        let missed = program.send(
            LineQueue.Line(bytes: json + [UInt8(ascii: "\n")], cue: cue, isReplaceable: isReplaceable))
        // The first time, and then each time the number has doubled.
        guard missed > 0, missed >= reportedMissed * 2 else { return }
        reportedMissed = missed
        context.reporter(.warning, text: "the program reads too slowly: \(missed) lines were left out so far")
    }

    /// The first line of a program.
    private static func settings(_ context: ControlContext) -> JSONText {
        let values = context.settings.values.sorted { $0.key < $1.key }
        return [
            "settings": .object(values.map { JSONText.Member($0.key, JSONText($0.value)) }),
            "session": .string(context.session.name),
        ]
    }
}

extension JSONText {
    fileprivate init(_ value: SettingValue) {
        switch value {
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(Int(value))
        case .number(let value): self = .number(value)
        case .text(let value): self = .string(value)
        case .list(let values): self = .array(values.map(JSONText.string))
        }
    }
}
