import EventCodec
import NavigationEvents

@testable import Recording

/// Events of a simulated drive: a route, then a fix with its guidance for each second.
struct Drive {
    var run: UInt64 = 77
    var session = Session.main
    var beganSeconds: Int64 = 1_750_000_000
    private(set) var sequence: UInt64 = 0
    private var topicSequences: [Topic: UInt64] = [:]
    private var tick: UInt64 = 0

    mutating func envelope(_ event: Event, seconds: Double? = nil) -> Envelope {
        sequence += 1
        topicSequences[event.topic, default: 0] += 1
        let nanoseconds = Int64((seconds ?? Double(sequence) / 10) * 1e9)
        return Envelope(
            run: run, sequence: sequence, topicSequence: topicSequences[event.topic] ?? 0, session: session,
            monotonicNanoseconds: UInt64(nanoseconds),
            publishedAt: Timestamp(nanosecondsSinceEpoch: beganSeconds * 1_000_000_000 + nanoseconds), tick: tick,
            event: event)
    }

    /// The fix at a time, seconds.
    func fix(_ seconds: Double) -> Fix {
        let place = Coordinate(latitudeDegrees: 49.4 + seconds * 1e-4, longitudeDegrees: 8.7 + seconds * 2e-4)
        let smoothed = Coordinate(
            latitudeDegrees: place.latitudeDegrees + 1e-6, longitudeDegrees: place.longitudeDegrees - 1e-6)
        return Fix(
            time: Timestamp(nanosecondsSinceEpoch: (beganSeconds * 1000 + Int64(seconds * 1000)) * 1_000_000),
            position: place, smoothedPosition: smoothed, altitudeMeters: 110 + seconds,
            horizontalAccuracyMeters: 3.5, speedMetersPerSecond: 13.9, courseDegrees: 52.5, headingDegrees: 51,
            satellitesUsed: 9, satellitesInView: 12, quality: .gps)
    }

    func guidance(_ fix: Fix, left: Double) -> NavigationInfo {
        var step = Step(number: 1, maneuver: .turnLeft, geometryIndex: 12)
        step.fullRoadName = "Bergheimer Straße / B 37"
        var next = Step(number: 2, maneuver: .roundaboutRightCounterclockwise, geometryIndex: 40)
        next.fullRoadName = "Sofienstraße"
        return NavigationInfo(
            state: .enroute, routeID: "heidelberg-1", fix: fix, positionStatus: .reliable, currentStep: step,
            nextStep: next, remainingSteps: [next, next, next],
            toManeuver: Remaining(distanceMeters: left, durationSeconds: left / 13.9),
            toDestination: Remaining(distanceMeters: left + 4000, durationSeconds: (left + 4000) / 13.9),
            currentStreetName: "Römerstraße")
    }

    func route() -> Route {
        Route(
            id: "heidelberg-1", provider: "valhalla",
            geometry: (0..<40).map {
                Coordinate(latitudeDegrees: 49.4 + Double($0) * 1e-3, longitudeDegrees: 8.7 + Double($0) * 1e-3)
            }, legs: [], stopovers: [], distanceMeters: 5000, durationSeconds: 600)
    }

    /// The start of the navigation, and a fix with its guidance for each second.
    static func events(_ count: Int, run: UInt64 = 77, session: Session = .main) -> [Envelope] {
        var drive = Drive(run: run, session: session)
        var events = [drive.envelope(.navigationStarted(drive.route()))]
        var second = 0.0
        while events.count < count {
            drive.tick += 1
            let fix = drive.fix(second)
            events.append(drive.envelope(.gps(fix)))
            events.append(drive.envelope(.navigation(drive.guidance(fix, left: 2000 - second))))
            if Int(second) % 10 == 3 {
                events.append(drive.envelope(.control(ControlReport(control: "speech", kind: .ready))))
            }
            second += 1
        }
        return Array(events.prefix(count))
    }
}

/// All events of a recording, and its damage.
struct Read {
    var events: [RecordedEvent] = []
    var damage: [RecordingError] = []
    var gaps: [RecordingGap] = []
    var tornBytes = 0
    var fromTail: UInt64 = 0

    init(_ paths: [String], options: ReadingOptions = ReadingOptions()) throws(RecordingError) {
        var reader = try RecordingReader(paths, options: options)
        while true {
            do {
                guard let event = try reader.next() else { break }
                events.append(event)
            } catch {
                damage.append(error)
            }
        }
        gaps = reader.gaps
        tornBytes = reader.tornBytes
        fromTail = reader.eventsFromTail
    }

    var sequences: [UInt64] { events.map(\.numbers.sequence) }
}
