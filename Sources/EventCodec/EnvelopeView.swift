public import NavigationEvents

/// The bytes of an encoded ``Envelope``, of which only the fields that are used are decoded: for subscribers that need a
/// few fields of each event.
///
///     let view = try EnvelopeView(wireBytes: bytes)
///     if let navigation = try view.navigation, let next = try navigation.toManeuver {
///         show(next.distanceMeters)
///     }
///
/// The numbers, the times and the topic are read at once, the event on demand. Any bytes give values or a ``WireError``.
/// Of valid bytes, the values are those of the decoded envelope. Damage in fields that are not used is not noticed.
///
/// The bytes must stay valid and unchanged while the view, or a view from it, is used.
public struct EnvelopeView {
    /// The id of the run; see ``Envelope/run``.
    public private(set) var run: UInt64 = 0
    /// The number of the event in its session, from 1, over all topics and without gaps; see ``Envelope/sequence``.
    public private(set) var sequence: UInt64 = 0
    /// The number of the event in its topic and session, from 1 and without gaps; see ``Envelope/topicSequence``.
    public private(set) var topicSequence: UInt64 = 0
    /// The guided vehicle or person; see ``Envelope/session``.
    public let session: Session
    /// The publisher's CLOCK_MONOTONIC at publishing, nanoseconds; see ``Envelope/monotonicNanoseconds``.
    public private(set) var monotonicNanoseconds: UInt64 = 0
    /// Wall-clock time at publishing; see ``Envelope/publishedAt``.
    public private(set) var publishedAt = Timestamp(nanosecondsSinceEpoch: 0)
    /// The number of the fix that caused the event, from 1; see ``Envelope/tick``.
    public private(set) var tick: UInt64 = 0
    /// The time of the newest fix, for an event without a time of its own; see ``Envelope/fixTime``.
    public private(set) var fixTime: Timestamp?
    /// The topic of the event.
    public let topic: Topic

    private let bytes: UnsafeRawBufferPointer
    /// Offset of the message of the event.
    private let content: Int
    private let memory: StepCache?

    /// Reads the fields of an envelope, except for the event.
    ///
    /// - Parameters:
    ///   - bytes: The envelope. They are not copied.
    ///   - memory: Steps that are read from the view are looked up here first; see ``StepCache``.
    /// - Throws: A ``WireError``, also if this version does not know the kind of the event.
    public init(wireBytes bytes: UnsafeRawBufferPointer, remembering memory: StepCache? = nil) throws(WireError) {
        var reader = WireReader(bytes, remembering: memory)
        var session: Session?
        var event: (topic: Topic, content: Int)?
        do throws(WireError) {
            while let field = try reader.nextField() {
                switch field {
                case 1: run = try reader.fixed64("run")
                case 2: sequence = try reader.uint64("sequence")
                case 3: topicSequence = try reader.uint64("topicSequence")
                case 4: session = try reader.session("session")
                case 5: monotonicNanoseconds = try reader.fixed64("monotonicNanoseconds")
                case 6: publishedAt = try reader.timestamp("publishedAtNanoseconds")
                case 7: tick = try reader.uint64("tick")
                case 8: event = try (.onGPS, reader.skipForLater("gps"))
                case 9: event = try (.onNavigation, reader.skipForLater("navigation"))
                case 10: event = try (.onNavigationStarted, reader.skipForLater("navigationStarted"))
                case 11: event = try (.onNavigationStopped, reader.skipForLater("navigationStopped"))
                case 12: event = try (.onControl, reader.skipForLater("control"))
                case 13: event = try (.onCommand, reader.skipForLater("command"))
                case 14: event = try (.onHeading, reader.skipForLater("heading"))
                case 15: fixTime = try reader.timestamp("fixTimeNanoseconds")
                default: try reader.skip()
                }
            }
            (topic, content) = try reader.require(event, "event")
            self.session = try reader.require(session, "session")
            (self.bytes, self.memory) = (bytes, memory)
        } catch {
            throw error.inside("Envelope")
        }
    }

    /// The event, decoded completely.
    public var event: Event {
        get throws(WireError) {
            switch topic {
            case .onGPS: try .gps(message("gps"))
            case .onNavigation: try .navigation(message("navigation"))
            case .onNavigationStarted: try .navigationStarted(message("navigationStarted"))
            case .onNavigationStopped:
                try .navigationStopped((message("navigationStopped") as NavigationStopped).reason)
            case .onControl: try .control(message("control"))
            case .onCommand: try .command(message("command"))
            case .onHeading: try .heading(message("heading"))
            }
        }
    }

    /// The fix of an onGPS; `nil` for another topic.
    public var fix: Fix? {
        get throws(WireError) { topic == .onGPS ? try message("gps") : nil }
    }

    /// The guidance of an onNavigation; `nil` for another topic.
    public var navigation: NavigationView? {
        get throws(WireError) {
            guard topic == .onNavigation else { return nil }
            var reader = WireReader(bytes, at: content, remembering: memory)
            do throws(WireError) {
                return try NavigationView(&reader)
            } catch {
                throw error.inside("navigation").inside("Envelope")
            }
        }
    }

    private func message<Message: WireMessage>(_ name: StaticString) throws(WireError) -> Message {
        var reader = WireReader(bytes, at: content, remembering: memory)
        do throws(WireError) {
            return try reader.message(name)
        } catch {
            throw error.inside("Envelope")
        }
    }
}
