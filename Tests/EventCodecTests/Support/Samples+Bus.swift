import EventCodec
import NavigationEvents

extension Samples {
    static var requests: [(String, RequestFrame)] {
        let plain: [(String, Request)] = [
            ("hello", .hello(Hello(control: "speech", session: rider, topics: firstTopics, processID: 4242))),
            (
                "hello-takes-commands",
                .hello(Hello(control: "speech", topics: [.onCommand], processID: 1, acceptsCommands: true))
            ),
            ("missed", .missed(MissedEvents(session: .main, topic: .onNavigation, first: 17, last: .max))),
            ("report", .report(.main, fullReport)),
            ("start", .start(rider, fullRoute)),
            ("stop", .stop(.main)),
            ("status", .status),
            ("mute", .mute(.main, true)),
            ("unmute", .mute(.main, false)),
            ("repeat-announcement", .repeatAnnouncement(.main)),
            ("calibrate", .calibrate(rider)),
            ("report-numbered", .report(.main, numberedReport)),
            ("heartbeat", .heartbeat(rider, vitals)),
            ("heartbeat-first", .heartbeat(.main, ControlVitals(control: "lamp", processID: 7))),
            ("position", .position(.main, fullFix)),
            ("answer-route", .answerRoute(rider, RouteAnswer(number: .max, outcome: .route(fullRoute)))),
            ("answer-route-failed", .answerRoute(.main, RouteAnswer(number: 0, outcome: .failure("")))),
            ("open-session", .openSession(rider)),
            ("close-session", .closeSession(rider)),
            ("sessions", .sessions(SessionQuery(first: "rider-7", most: 50))),
            ("sessions-any", .sessions(SessionQuery(first: "", most: 0))),
            ("say", .say(rider, fullText)),
            ("say-plain", .say(.main, SpokenText(text: "Hello."))),
            ("turn-page", .turnPage(.main, .to(12))),
            ("turn-page-next", .turnPage(rider, .next)),
            ("turn-page-previous", .turnPage(rider, .previous)),
            ("report-progressed", .report(.main, progressedReport)),
            ("heading", .heading(rider, fullReading)),
            ("heading-plain", .heading(.main, HeadingReading(degrees: 0, reference: .trueNorth, source: "phone"))),
            ("part", .part(RequestPart(totalBytes: 1 << 20, offset: 61_440, data: [0, 1, 254, 255]))),
            ("skip-stopover", .skipStopover(rider)),
            ("motion", .motion(rider, fullMotion)),
            ("speech", .speech(rider, fullDurations)),
            ("speech-none", .speech(.main, SpeechDurations(routeID: "", steps: []))),
            ("elapsed", .elapsed(rider, Timestamp(nanosecondsSinceEpoch: 1_767_225_603_500_000_000))),
            ("elapsed-zero", .elapsed(.main, Timestamp(nanosecondsSinceEpoch: 0))),
            ("checkpoint", .checkpoint(rider)),
            ("restore-session", .restoreSession(record)),
            ("describe", .describe(rider, DescriptionQuery(language: "de"))),
            ("describe-plain", .describe(.main, DescriptionQuery(style: .unknown))),
            (
                "describe-cue",
                .describe(
                    rider,
                    DescriptionQuery(.cue(CueReference(identity: .max, stage: .now)), language: "en-GB", units: .uk))
            ),
            (
                "describe-step",
                .describe(.main, DescriptionQuery(.step(0), style: .instruction, units: .us, stage: .far))
            ),
            ("focus", .focus(rider, .position)),
            ("focus-route", .focus(.main, .route)),
            ("focus-step", .focus(.main, .step(7))),
            ("focus-point", .focus(rider, .point(place))),
            ("motion-plain", .motion(.main, MotionReading(source: "phone"))),
            ("start-ferries", .start(rider, ferryRoute)),
            ("part-first", .part(RequestPart(totalBytes: 3, offset: 0, data: [34, 1, 0]))),
        ]
        let verbosities = Verbosity.allCases.map { level in
            ("verbosity-\(level.rawValue)", Request.verbosity(.main, level))
        }
        let playbacks = Playback.allCases.map { playback in
            ("playback-\(playback.rawValue)", Request.playback(rider, playback))
        }
        let gears = Gear.allCases.map { gear in
            ("motion-gear-\(gear.rawValue)", Request.motion(rider, MotionReading(gear: gear, source: "can0")))
        }
        let styles = DescriptionStyle.allCases.map { style in
            ("describe-style-\(style.rawValue)", Request.describe(.main, DescriptionQuery(style: style)))
        }
        let units = Units.allCases.map { units in
            ("describe-units-\(units.rawValue)", Request.describe(.main, DescriptionQuery(units: units)))
        }
        return (plain + verbosities + playbacks + gears + styles + units).map { name, request in
            (name, RequestFrame(id: 1, request: request))
        }
            + [("without-answer", RequestFrame(id: 0, request: .status))]
    }

    static let record = SessionRecord(
        snapshot: Snapshot(
            run: 9, session: rider, sequence: 4711, topicSequences: [.onGPS: 3600, .onNavigation: 1111],
            latest: [envelope(.gps(fullFix))]),
        drive: [0, 1, 254, 255])

    static var replies: [(String, ReplyFrame)] {
        let plain: [(String, Reply)] = [
            ("welcome", .welcome(welcome)),
            ("events", .events([envelope(.gps(fullFix)), envelope(.navigationStopped(.unknown))])),
            ("events-none", .events([])),
            ("done", .done),
            ("record", .record(record)),
            (
                "description",
                .description(
                    Description(
                        text: "In 300 Metern links abbiegen auf Karl-Theodor-Straße.", language: "de", stepNumber: 0,
                        roadName: "Karl-Theodor-Straße", distanceText: "300 Metern"))
            ),
            ("description-plain", .description(Description(text: "Turn around if possible.", language: "en-US"))),
            ("status", .status(status)),
            ("status-plain", .status(BusStatus(run: 1, processID: 1, uptimeSeconds: 0))),
            ("status-measured", .status(measuredStatus)),
            ("welcome-some-topics", .welcome(Welcome(run: 9, eventsEndpoint: "e", topics: [.onControl, .onGPS]))),
            ("welcome-no-topic", .welcome(Welcome(run: 9, eventsEndpoint: "e", topics: []))),
        ]
        let refusals = RequestError.Code.allCases.map { code in
            ("refused-\(code.rawValue)", Reply.refused(RequestError(code: code, text: "no; try \"navbus doctor\"")))
        }
        return (plain + refusals).map { name, reply in (name, ReplyFrame(id: .max, reply: reply)) }
    }

    static var snapshots: [(String, Snapshot)] {
        let topics = Dictionary(firstTopics.enumerated().map { ($1, UInt64($0 * 100)) }) { first, _ in first }
        let latest = [
            envelope(.navigationStarted(fullRoute)), envelope(.navigation(fullNavigation)), envelope(.gps(fullFix)),
        ]
        return [
            ("full", Snapshot(run: 9, session: .main, sequence: 4711, topicSequences: topics, latest: latest)),
            ("empty", Snapshot(run: 9, session: rider, sequence: 0, topicSequences: [:], latest: [])),
            (
                "with-process",
                Snapshot(run: 9, session: rider, sequence: 0, topicSequences: [:], latest: [], processID: .max)
            ),
            (
                "with-command",
                Snapshot(
                    run: 9, session: .main, sequence: 5, topicSequences: [.onGPS: 2, .onCommand: 3],
                    latest: [envelope(.command(ControlCommand(isMuted: true, verbosity: .alerts)))])
            ),
        ]
    }

    /// The first samples; later fields have samples of their own.
    private static let firstTopics: [Topic] = [
        .onGPS, .onNavigation, .onNavigationStarted, .onNavigationStopped, .onControl,
    ]

    static var orders: [(String, LaunchOrder)] {
        [
            ("plan", .earlierPlan(welcome.settings)), ("plan-empty", .earlierPlan([:])), ("begin", .begin),
            ("control", .control(ControlStatus(control: "speech", state: .running, processID: 4242))),
            ("control-full", .control(restartedControl)),
            ("observer", .observer(ControlStatus(control: "metrics", state: .starting, processID: 4243))),
            ("plan-full", .plan(fullPlan)), ("plan-plain", .plan(plainPlan)), ("plan-fleet", .plan(fleetPlan)),
            ("plan-phone", .plan(phonePlan)),
        ]
            + SourcePlan.Kind.allCases.map { kind in
                var plan = plainPlan
                plan.source = SourcePlan(kind: kind)
                return ("plan-source-\(kind)", .plan(plan))
            }
    }

    private static var fullPlan: LoopPlan {
        var source = SourcePlan(kind: .nmea)
        source.path = "/dev/ttyUSB0"
        source.host = "receiver"
        source.port = .max
        source.baud = 9600
        source.pace = .max
        source.speedFactor = 1.25
        source.noiseMeters = 0
        source.seed = .max
        source.rateHertz = 10
        source.startTime = time
        return LoopPlan(
            endpoints: BusEndpoints(requests: "ipc:///r/requests", events: "ipc:///r/events"), session: rider,
            cueTimingFactor: 1.5, source: source,
            controlSettings: ["speech": welcome.settings, "signs": ["width": .integer(320)], "console": [:]],
            controlRoles: ["haptics": [.control, .operator], "every": Role.allCases, "console": []],
            journal: JournalSettings(folder: "/r/journal", maxBytes: 1 << 40, seconds: 0.5),
            access: AccessSettings(
                remote: BusEndpoints(requests: "tcp://*:1", events: "tcp://*:2"), keysFolder: "/k",
                otherUsers: Set(Role.allCases), maxPeers: 9, requestsPerSecond: 10),
            maxSessions: 10_000, resumeKey: "main")
    }

    /// With positions over HTTP.
    private static var phonePlan: LoopPlan {
        var plan = plainPlan
        var source = SourcePlan(kind: .http)
        source.listen = "0.0.0.0:5055"
        source.token = "k7Qm2xW9pL4vT8zR"
        plan.source = source
        return plan
    }

    /// For the worker of a fleet.
    private static let fleetPlan = LoopPlan(
        endpoints: BusEndpoints(requests: "ipc:///r/requests", events: "ipc:///r/events"), maxSessions: 0,
        passesTimeWithPositions: true)

    /// Without every optional part.
    private static let plainPlan = LoopPlan(
        endpoints: BusEndpoints(requests: "ipc:///r/requests", events: "ipc:///r/events"),
        journal: JournalSettings(seconds: 0), access: AccessSettings(otherUsers: []), maxSessions: 0)

    private static let fullReading = HeadingReading(
        degrees: 87.5, reference: .magneticNorth, accuracyDegrees: 5, source: "gpsd /dev/ttyUSB0", time: time)

    private static let numberedReport = ControlReport(
        control: "lamp", kind: .ended, effect: "light", text: "off", processID: 4242, number: .max)

    private static let vitals = ControlVitals(
        control: "speech", processID: 4242, delivered: .max, gaps: 1, repaired: 2, missed: 3, malformed: 4,
        unsentReports: 5,
        latency: Histogram(boundsSeconds: [0.001, 1], counts: [300, 0, .max], sumSeconds: 2.5) ?? Histogram())

    private static let restartedControl = ControlStatus(
        control: "signs", state: .restarting, processID: 99, text: "it hung", restarts: .max, heartbeatAgeSeconds: 0,
        vitals: vitals)

    private static let measuredStatus = BusStatus(
        run: 9, processID: 1, uptimeSeconds: 1,
        sessions: SourceState.allCases.map { SessionStatus(session: .main, state: .enroute, source: $0) },
        controls: [restartedControl],
        gauges: ["peers": 4, "none": 0, "no_number": .infinity, "least": -0.0],
        histograms: ["empty": Histogram(), "fix_to_event": vitals.latency])

    private static let welcome = Welcome(
        run: 9, eventsEndpoint: "ipc:///run/user/1000/navbus/events",
        settings: [
            "voice.rate": .number(0.5), "voice.name": .text("en-GB"), "empty": .text(""), "ä\"\n": .text("\u{1}\\"),
            "enabled": .bool(false), "loud": .bool(true), "volume": .integer(0), "least": .integer(.min),
            "big": .integer(.max), "zero": .number(0), "none": .list([]), "patterns": .list(["turn", "", "stop"]),
        ])

    private static let status = BusStatus(
        run: 9, processID: 4711, uptimeSeconds: 12.5,
        sessions: [
            SessionStatus(
                session: .main, state: .enroute, routeID: "route-1", sequence: 12, fixesAccepted: 11, fixAgeSeconds: 0,
                toDestination: Remaining(distanceMeters: 10, durationSeconds: 2), source: .unknown),
            SessionStatus(session: rider, state: .stopped, source: .unknown),
        ],
        controls: [ControlState.unknown, .starting, .running, .stopped, .failed].map { state in
            ControlStatus(control: "signs", state: state, processID: 99, text: "exited with 74")
        },
        counters: ["malformed_requests": 0, "dropped_fixes": 3, "a": .max])
}
