@testable import CommandOutput
@testable import EventCodec
@testable import NavigationEvents
@testable import Platform
@testable import Recording
@testable import RecordingTools

/// The results of the command line tools for recorded events.
struct ExtremeTools {
    private var events: [Envelope] = []
    private var summary = RecordingSummary()
    private var partial = RecordingSummary()
    private var schedule = ReplaySchedule()
    private var due: UInt64 = 0
    private var survey = ReplaySurvey()
    private var traces = [
        TraceCollector(.all), TraceCollector(.last), TraceCollector(.tick(1)), TraceCollector(.cue(1)),
    ]
    private var tally = GapTally()
    private var order = SequenceCheck()
    private var state: PartState?

    init() { partial.isPartial = true }

    mutating func take(_ envelope: Envelope) throws(FuzzFinding) {
        events.append(envelope)
        summary.add(envelope)
        partial.add(envelope)
        let next = schedule.nanoseconds(of: envelope)
        try FuzzFinding.unless(next >= due, "an event that is due before the one in front of it")
        due = next
        survey.add(envelope)
        for index in traces.indices { traces[index].add(envelope) }
        tally.note(envelope)
        order.take(EnvelopeNumbers(envelope.wireBytes()), session: envelope.session)
        if state == nil { state = PartState(before: envelope) }
        state?.note(envelope)
        _ = TapLine(envelope, style: Style(isColored: false)).text
        _ = LocationFix.bytes(of: { if case .gps(let fix) = envelope.event { fix } else { Samples.fix } }())
        for start in [0.0, 1e9 - 1] { _ = ReplayStart.seconds(start).time(after: envelope.publishedAt) }
        _ = Quantity.duration(schedule.nanoseconds(of: envelope) > 0 ? Double(due) : 0)
    }

    mutating func finish() throws(FuzzFinding) {
        if let info = Self.info {
            _ =
                InfoText.lines(info, summary, style: Style(isColored: false))
                + InfoText.lines(info, partial, style: Style(isColored: false))
            try JSONCheck.check(Array(InfoText.json(info, summary).utf8))
        }
        _ = (order.missing, tally.eventCount, summary.durationSeconds)
        for index in traces.indices {
            _ = traces[index].traces().map { TraceText($0, style: Style(isColored: false)).lines }
        }
        let source = EventListSource(events: events)
        for export in [CSVExport(), GPXExport(), GeoJSONExport()] as [any DriveExport] {
            do {
                try export.write(source, to: TextSink { _ in })
            } catch {
                throw FuzzFinding("an export that fails: \(error)")
            }
        }
    }

    /// The file information of an intact recording.
    private static let info: RecordingInfo? = {
        guard let folder = try? ScratchFolder(), let writer = try? RecordingWriter(path: folder.path(of: "a.mcap"))
        else {
            return nil
        }
        for envelope in Samples.envelopes { writer.append(envelope) }
        try? writer.close()
        return try? RecordingInfo([folder.path(of: "a.mcap")])
    }()
}

private struct EventListSource: EventSource {
    let events: [Envelope]

    func events(of topics: Set<Topic>) -> any EventCursor {
        ListCursor(events.filter { topics.contains($0.event.topic) })
    }
}
