import Dashboard
import Glibc
import NavigationControl
import NavigationEvents
import Pictures
import Platform

/// Writes a dashboard as JSON, the data of an event `state`. `docs/contract/page.md` and `page.schema.json` define the
/// format.
struct StateWriter: Sendable {
    /// The version of the format; it changes if a field is removed, renamed, or gets another meaning.
    private static let version = 2
    private let display: JSONText
    private let units: DisplayUnits
    private var spoken: SoundFolder?
    private var signs = PictureCache<Sign, String>()
    private var lanes = PictureCache<[Lane], String?>()

    init(_ settings: WebSettings) {
        units = settings.units
        display = [
            "title": .string(settings.title), "theme": .string(settings.theme.rawValue),
            "units": .string(settings.units.rawValue), "offersReceiver": .bool(settings.receiver),
            "offersDrives": .bool(settings.offersDrives),
        ]
        spoken = SoundFolder(settings.spoken)
    }

    /// The JSON of a dashboard.
    mutating func bytes(_ dashboard: Dashboard, at moment: Moment = .now) -> [UInt8] {
        let members =
            generalMembers(dashboard) + maneuverMembers(dashboard) + positionMembers(dashboard, at: moment)
            + controlMembers(dashboard, at: moment)
        return JSONText.object(members).bytes
    }

    private func generalMembers(_ dashboard: Dashboard) -> [JSONText.Member] {
        [
            .init("version", .integer(Self.version)), .init("display", display),
            .init("phase", .string(dashboard.phase.rawValue)),
            .init("destination", Self.unlessEmpty(dashboard.destination)),
            .init("notice", JSONText(notice(dashboard))),
            .init("flags", .array(flags(dashboard).map(JSONText.string))),
            .init(
                "route",
                dashboard.route.map { ["number": .integer($0.number), "provider": .string($0.provider)] } ?? .null),
            .init("bus", bus(dashboard)),
        ]
    }

    // MARK: - Maneuver

    private mutating func maneuverMembers(_ dashboard: Dashboard) -> [JSONText.Member] {
        let instruction = dashboard.instruction
        return [
            .init("sign", instruction.map { .object(picture($0.sign, $0.words)) } ?? .null),
            .init("distance", instruction.flatMap(distance) ?? .null),
            .init("street", Self.unlessEmpty(instruction?.street)),
            .init("towards", Self.unlessEmpty(instruction?.towards)),
            .init("exit", Self.unlessEmpty(instruction?.exit)),
            .init("then", dashboard.later.first.map { then($0) } ?? .null),
            .init("lanes", lanes(dashboard.lanes)),
            .init(
                "arrival",
                remaining(dashboard.toDestination, arrival: dashboard.arrival, now: dashboard.fix?.time) ?? .null),
            .init(
                "stopover",
                remaining(
                    dashboard.toStopover, arrival: dashboard.stopoverArrival, now: dashboard.fix?.time,
                    [.init("name", Self.unlessEmpty(dashboard.stopover))]) ?? .null),
        ]
    }

    private mutating func picture(_ sign: Sign, _ words: String) -> [JSONText.Member] {
        [
            .init("svg", .string(signs.drawn(sign) { Self.svg(Picture($0)) })),
            .init("words", .string(words)),
            .init("glyph", .string(sign.picture.glyph)),
        ]
    }

    private func distance(_ instruction: Instruction) -> JSONText? {
        instruction.distanceMeters.map { meters in
            [
                "meters": Self.tenths(meters), "text": JSONText(distanceText(meters)),
                "bar": JSONText(instruction.bar.map { ($0 * 1000).rounded() / 1000 }),
            ]
        }
    }

    private mutating func then(_ later: LaterManeuver) -> JSONText {
        .object(
            picture(later.sign, later.words) + [
                .init("distanceText", JSONText(later.metersFromPrevious.flatMap(distanceText))),
                .init("street", Self.unlessEmpty(later.street)), .init("towards", Self.unlessEmpty(later.towards)),
            ])
    }

    private mutating func lanes(_ lanes: [Lane]) -> JSONText {
        guard !lanes.isEmpty else { return .null }
        return [
            "svg": JSONText(self.lanes.drawn(lanes) { Picture(lanes: $0).map(Self.svg) }),
            "words": .string(LaneWords(lanes: lanes).text),
            "text": .string(LaneLine(lanes: lanes).text),
        ]
    }

    private func remaining(
        _ remaining: Remaining?, arrival: Timestamp?, now: Timestamp?, _ more: [JSONText.Member] = []
    ) -> JSONText? {
        remaining.map { remaining in
            .object(
                [
                    .init("clock", JSONText(arrival.map { ClockLabel($0, hours: units.clockHours, now: now).text })),
                    .init("durationText", JSONText(DurationLabel(seconds: remaining.durationSeconds)?.text)),
                    .init("distanceText", JSONText(distanceText(remaining.distanceMeters))),
                    .init("meters", Self.tenths(remaining.distanceMeters)),
                    .init("seconds", Self.tenths(remaining.durationSeconds)),
                ] + more)
        }
    }

    private func notice(_ dashboard: Dashboard) -> String? {
        if let rerouting = dashboard.rerouting {
            return rerouting.failure.isEmpty ? nil : "failed to \(rerouting.failure)"
        }
        switch dashboard.source {
        case .waiting: return "The drive has not begun"
        case .stale: return "No positions arrive"
        case .ended: return "The recording has ended"
        default: return nil
        }
    }

    // MARK: - Position

    private func positionMembers(_ dashboard: Dashboard, at moment: Moment) -> [JSONText.Member] {
        [
            .init("currentStreet", Self.unlessEmpty(dashboard.currentStreet)),
            .init("speed", speed(dashboard) ?? .null), .init("fix", fix(dashboard, at: moment) ?? .null),
            .init("position", position(dashboard) ?? .null), .init("focus", Self.focus(dashboard.focus)),
            .init("approach", approach(dashboard) ?? .null),
            .init("suggestedZoomMeters", JSONText(dashboard.suggestedZoomMeters.map { ($0 * 10).rounded() / 10 })),
        ]
    }

    private static func focus(_ focus: MapFocus) -> JSONText {
        guard case .point(let point) = focus else {
            let kind = focus == .route ? "route" : "position"
            return ["kind": .string(kind), "latitudeDegrees": .null, "longitudeDegrees": .null]
        }
        return [
            "kind": "point", "latitudeDegrees": degrees(point.latitudeDegrees),
            "longitudeDegrees": degrees(point.longitudeDegrees),
        ]
    }

    private func speed(_ dashboard: Dashboard) -> JSONText? {
        guard dashboard.speedMetersPerSecond != nil || dashboard.speedLimit != nil else { return nil }
        func whole(_ metersPerSecond: Double?) -> JSONText {
            JSONText(metersPerSecond.flatMap { SpeedLabel(metersPerSecond: $0, units: units)?.number })
        }
        return [
            "value": whole(dashboard.speedMetersPerSecond), "unit": .string(SpeedLabel.unit(of: units)),
            "limit": whole(dashboard.speedLimit?.metersPerSecond),
            "isUnlimited": .bool(dashboard.speedLimit.map { $0.metersPerSecond == nil } ?? false),
            "isOverLimit": .bool(dashboard.isOverLimit),
        ]
    }

    private func fix(_ dashboard: Dashboard, at moment: Moment) -> JSONText? {
        dashboard.fix.map { fix in
            [
                "quality": .string(Self.name(fix.quality)), "status": .string(Self.name(dashboard.positionStatus)),
                "accuracyMeters": JSONText(fix.horizontalAccuracyMeters.map { ($0 * 10).rounded() / 10 }),
                "satellites": JSONText(fix.satellitesUsed),
                "latitudeDegrees": Self.degrees(fix.smoothedPosition.latitudeDegrees),
                "longitudeDegrees": Self.degrees(fix.smoothedPosition.longitudeDegrees),
                "courseDegrees": JSONText(fix.courseDegrees.map { ($0 * 10).rounded() / 10 }),
                "ageSeconds": dashboard.fixAt.map { age(of: $0, at: moment) } ?? .null,
            ]
        }
    }

    private func position(_ dashboard: Dashboard) -> JSONText? {
        let matched = dashboard.matched
        guard let place = matched?.position ?? dashboard.fix?.smoothedPosition, place.isValid else { return nil }
        let bearing = matched?.bearingDegrees ?? dashboard.fix?.courseDegrees
        return [
            "latitudeDegrees": Self.degrees(place.latitudeDegrees),
            "longitudeDegrees": Self.degrees(place.longitudeDegrees),
            "bearingDegrees": JSONText(bearing.map { ($0 * 10).rounded() / 10 }),
        ]
    }

    private func approach(_ dashboard: Dashboard) -> JSONText? {
        dashboard.approach.map { approach in
            [
                "distanceText": JSONText(distanceText(approach.distanceMeters)),
                "direction": JSONText(CompassPoint(degrees: approach.bearingDegrees)?.rawValue),
            ]
        }
    }

    private func flags(_ dashboard: Dashboard) -> [String] {
        [
            (dashboard.isOffRoute, "offRoute"), (dashboard.isWrongWay, "wrongWay"), (dashboard.isInTunnel, "tunnel"),
            (dashboard.isOnFerry, "ferry"),
            (dashboard.isStale, "stale"), (dashboard.phase == .rerouting, "rerouting"),
        ].filter(\.0).map(\.1)
    }

    // MARK: - Controls

    private mutating func controlMembers(_ dashboard: Dashboard, at moment: Moment) -> [JSONText.Member] {
        [
            .init("activeUtterance", dashboard.activeUtterance.map { active($0, at: moment) } ?? .null),
            .init("lastUtterance", dashboard.lastUtterance.map { last($0, at: moment) } ?? .null),
            .init("page", dashboard.page.map(Self.page) ?? .null),
            .init("pulse", dashboard.pulse.map { ["text": .string($0.text)] } ?? .null),
            .init("controls", .array(dashboard.controls.map(Self.control))),
            .init("warnings", .array(dashboard.problems.map(warning))),
        ]
    }

    private mutating func active(_ active: ActiveUtterance, at moment: Moment) -> JSONText {
        let utterance = UtteranceID(processID: active.processID, effectNumber: active.effectNumber)
        return [
            "text": .string(active.text), "from": JSONText(active.range?.lowerBound),
            "to": JSONText(active.range?.upperBound), "processId": .integer(Int(active.processID)),
            "effectNumber": Self.number(active.effectNumber), "isPaused": .bool(active.isPaused),
            "isAudioKept": .bool(isKept(utterance, by: active.control, at: moment)),
        ]
    }

    private mutating func last(_ last: LastUtterance, at moment: Moment) -> JSONText {
        let utterance = UtteranceID(processID: last.processID, effectNumber: last.effectNumber)
        return [
            "text": .string(last.text), "processId": .integer(Int(last.processID)),
            "effectNumber": Self.number(last.effectNumber),
            "isAudioKept": .bool(isKept(utterance, by: last.control, at: moment)),
            "ending": JSONText(last.ending?.rawValue), "ageSeconds": age(of: last.beganAt, at: moment),
        ]
    }

    private mutating func isKept(_ utterance: UtteranceID, by control: String, at moment: Moment) -> Bool {
        control == SoundFolder.control && spoken?.holds(utterance, at: moment) == true
    }

    private func age(of past: Moment, at moment: Moment) -> JSONText {
        .number((max(moment.seconds(since: past), 0) * 10).rounded() / 10)
    }

    private static func page(_ page: ShownPage) -> JSONText {
        [
            "text": .string(page.text), "processId": .integer(Int(page.processID)),
            "effectNumber": number(page.effectNumber),
            "picture": page.picture.flatMap { picture in
                WebRequestHandler.pictureTypes.contains(picture.mediaType)
                    ? [
                        "widthPoints": tenths(picture.widthPoints), "heightPoints": tenths(picture.heightPoints),
                    ] : nil
            } ?? .null,
        ]
    }

    private static func control(_ control: ControlHealth) -> JSONText {
        [
            "name": .string(control.name), "state": .string(name(control.state)), "isWell": .bool(control.isWell),
            "ageSeconds": JSONText(control.ageSeconds.map { ($0 * 10).rounded() / 10 }), "text": .string(control.text),
            "restarts": .integer(control.restarts),
        ]
    }

    private func warning(_ problem: ReportedProblem) -> JSONText {
        [
            "control": .string(problem.control), "text": .string(problem.text),
            "clock": .string(clock(problem.at.time)), "count": .integer(problem.count),
        ]
    }

    private func bus(_ dashboard: Dashboard) -> JSONText {
        let since = dashboard.isBusAlive ? dashboard.silentSince : dashboard.lastEventAt ?? dashboard.busGoneSince
        return [
            "isAlive": .bool(dashboard.isBusAlive), "session": .string(dashboard.session.name),
            "silentSince": JSONText(since.map { clockWithSeconds($0.time) }),
        ]
    }

    // MARK: - Values

    /// The SVG of a picture, in the colours of the page.
    private static func svg(_ picture: Picture) -> String {
        String(decoding: SVGWriter(.classes).bytes(picture), as: UTF8.self)
    }

    private func distanceText(_ meters: Double) -> String? { DistanceLabel(meters: meters, units: units)?.text }

    private func clock(_ time: Timestamp) -> String {
        ClockLabel(time, hours: units.clockHours).text
    }

    /// The time of day with seconds, such as "14:05:22" or "2:05:22 PM".
    private func clockWithSeconds(_ time: Timestamp) -> String {
        let minutes = clock(time).split(separator: " ")
        let seconds = time.nanosecondsSinceEpoch / 1_000_000_000 % 60
        return "\(minutes.first ?? ""):\(seconds < 10 ? "0" : "")\(seconds)"
            + minutes.dropFirst().map { " \($0)" }.joined()
    }

    private static func unlessEmpty(_ text: String?) -> JSONText { JSONText(text.flatMap { $0.isEmpty ? nil : $0 }) }
    private static func tenths(_ value: Double) -> JSONText { .number((value * 10).rounded() / 10) }
    private static func degrees(_ value: Double) -> JSONText { .number(PageRouteLine.rounded(value)) }
    private static func number(_ value: UInt64) -> JSONText { .integer(Int(clamping: value)) }

    private static func name(_ quality: FixQuality) -> String {
        switch quality {
        case .none: "none"
        case .gps: "gps"
        case .differential: "differential"
        case .deadReckoning: "deadReckoning"
        case .unknown: "unknown"
        }
    }

    private static func name(_ status: PositionStatus) -> String {
        switch status {
        case .reliable: "reliable"
        case .estimated: "estimated"
        case .unreliable: "unreliable"
        case .unknown: "unknown"
        }
    }

    private static func name(_ state: ControlState) -> String {
        switch state {
        case .starting: "starting"
        case .running: "running"
        case .stopped: "stopped"
        case .failed: "failed"
        case .restarting: "restarting"
        case .unknown: "unknown"
        }
    }
}
