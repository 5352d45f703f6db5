import EventCodec
import NavigationEvents
import Platform

/// The members of an object in a line of a program. A member that is absent has the default of the contract; one of another type is a
/// ``LineProblem``.
struct LineFields {
    private let node: JSONNode
    /// The names of the objects around the members, joined by dots.
    private let path: String

    init(_ node: JSONNode, _ path: String) throws(LineProblem) {
        guard node.kind == .object else { throw LineProblem("\(path) must be an object") }
        (self.node, self.path) = (node, path)
    }

    // MARK: - Messages

    func report() throws(LineProblem) -> LineMessage.Report {
        guard let kind: ReportKind = try enumeration("kind"), kind != .unknown else {
            throw LineProblem("\(path) must have a \"kind\", such as \"began\"")
        }
        return LineMessage.Report(
            kind: kind, effect: try text("effect"), cue: try cue(), text: try text("text"),
            effectNumber: try integer("effectNumber"), requestNumber: try integer("requestNumber"))
    }

    private func cue() throws(LineProblem) -> CueReference? {
        guard let cue = try object("cue") else { return nil }
        return CueReference(identity: try cue.integer("identity"), stage: try cue.enumeration("stage") ?? .unrecognized)
    }

    /// The requests that a control makes in the place of a person, and those of a source.
    func request() throws(LineProblem) -> (Session) -> Request {
        if node.member("repeatAnnouncement") != nil { return { .repeatAnnouncement($0) } }
        if node.member("stop") != nil { return { .stop($0) } }
        if node.member("skipStopover") != nil { return { .skipStopover($0) } }
        if node.member("calibrate") != nil { return { .calibrate($0) } }
        if let mute = try object("mute") {
            let isMuted = try mute.flag("isMuted")
            return { .mute($0, isMuted) }
        }
        if let request = try object("verbosity") {
            guard let verbosity: Verbosity = try request.enumeration("verbosity") else {
                throw LineProblem("\(request.path) must have a \"verbosity\"")
            }
            return { .verbosity($0, verbosity) }
        }
        if let say = try object("say") {
            let text = try say.spokenText()
            return { .say($0, text) }
        }
        if let request = try object("playback") {
            guard let playback: Playback = try request.enumeration("playback") else {
                throw LineProblem("\(request.path) must have a \"playback\"")
            }
            return { .playback($0, playback) }
        }
        if let request = try object("focus") {
            let focus = try request.mapFocus()
            return { .focus($0, focus) }
        }
        if let heading = try object("heading")?.object("reading") {
            let reading = try heading.headingReading()
            return { .heading($0, reading) }
        }
        if let motion = try object("motion")?.object("reading") {
            let reading = try motion.motionReading()
            return { .motion($0, reading) }
        }
        if let position = try object("position")?.object("fix") {
            let fix = try position.fix()
            return { .position($0, fix) }
        }
        throw LineProblem(
            "\(path) must have one of repeatAnnouncement, stop, skipStopover, calibrate, mute, verbosity, say, playback, focus, "
                + "heading, motion, position, describe")
    }

    /// A request whose reply the program gets; `nil` if it is another one.
    func query() throws(LineProblem) -> ((Session) -> Request)? {
        guard let describe = try object("describe") else { return nil }
        var query = DescriptionQuery(
            language: try describe.text("language"), style: try describe.enumeration("style") ?? .unknown,
            units: try describe.enumeration("units") ?? .unknown, stage: try describe.enumeration("stage") ?? .unknown)
        if let cue = try describe.cue() {
            query.subject = .cue(cue)
        } else if describe.node.member("stepNumber") != nil {
            query.subject = .step(try describe.integer("stepNumber"))
        }
        let made = query
        return { .describe($0, made) }
    }

    private func mapFocus() throws(LineProblem) -> MapFocus {
        guard let focus = try object("focus") else { throw missing("focus") }
        if focus.node.member("position") != nil { return .position }
        if focus.node.member("route") != nil { return .route }
        if focus.node.member("stepNumber") != nil { return .step(try focus.integer("stepNumber")) }
        guard let point = try focus.object("point") else {
            throw LineProblem("\(focus.path) must have one of position, route, stepNumber, point")
        }
        return .point(
            Coordinate(
                latitudeDegrees: try point.number("latitudeDegrees") ?? 0,
                longitudeDegrees: try point.number("longitudeDegrees") ?? 0))
    }

    private func spokenText() throws(LineProblem) -> SpokenText {
        guard let said = try object("text") else { throw LineProblem("\(path) must have a \"text\"") }
        let text = SpokenText(
            text: try said.text("text"), isSSML: try said.flag("isSsml"), voice: try said.text("voice"),
            rate: try said.number("rate"), pitchMultiplier: try said.number("pitchMultiplier"),
            volume: try said.number("volume"), requestNumber: try said.integer("requestNumber"))
        if let problem = text.problem { throw LineProblem(problem) }
        return text
    }

    private func headingReading() throws(LineProblem) -> HeadingReading {
        guard let degrees = try number("headingDegrees") else { throw missing("headingDegrees") }
        return HeadingReading(
            degrees: degrees, reference: try flag("isMagnetic") ? .magneticNorth : .trueNorth,
            accuracyDegrees: try number("accuracyDegrees"), source: try text("source"), time: try time())
    }

    private func motionReading() throws(LineProblem) -> MotionReading {
        MotionReading(
            speedMetersPerSecond: try number("speedMetersPerSecond"),
            yawRateDegreesPerSecond: try number("yawRateDegreesPerSecond"), gear: try enumeration("gear") ?? .unknown,
            source: try text("source"), time: try time())
    }

    private func fix() throws(LineProblem) -> Fix {
        guard let position = try object("position"), let time = try time() else {
            throw missing("position\" and \"timeNanoseconds")
        }
        guard let latitude = try position.number("latitudeDegrees"),
            let longitude = try position.number("longitudeDegrees")
        else { throw position.missing("latitudeDegrees\" and \"longitudeDegrees") }
        return Fix(
            time: time, position: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
            altitudeMeters: try number("altitudeMeters"),
            horizontalAccuracyMeters: try number("horizontalAccuracyMeters"),
            speedMetersPerSecond: try number("speedMetersPerSecond"),
            speedAccuracyMetersPerSecond: try number("speedAccuracyMetersPerSecond"),
            courseDegrees: try number("courseDegrees"), headingDegrees: try number("headingDegrees"),
            headingAccuracyDegrees: try number("headingAccuracyDegrees"))
    }

    private func missing(_ name: String) -> LineProblem { LineProblem("\(path) must have \"\(name)\"") }

    // MARK: - Values

    private func object(_ name: StaticString) throws(LineProblem) -> LineFields? {
        guard let member = node.member(name) else { return nil }
        return try LineFields(member, "\(path).\(name)")
    }

    private func text(_ name: StaticString) throws(LineProblem) -> String {
        guard let member = node.member(name) else { return "" }
        guard let text = member.text else { throw LineProblem("\(path).\(name) must be a text") }
        return text
    }

    private func flag(_ name: StaticString) throws(LineProblem) -> Bool {
        guard let member = node.member(name) else { return false }
        guard let flag = member.flag else { throw LineProblem("\(path).\(name) must be true or false") }
        return flag
    }

    private func number(_ name: StaticString) throws(LineProblem) -> Double? {
        guard let member = node.member(name) else { return nil }
        guard let number = member.number else { throw LineProblem("\(path).\(name) must be a number") }
        return number
    }

    /// An integer: a text, as the contract writes those of 64 bits, or a number.
    private func integer<Value: FixedWidthInteger>(_ name: StaticString) throws(LineProblem) -> Value {
        guard let member = node.member(name) else { return 0 }
        let value = member.text.flatMap { Value($0) } ?? member.number.flatMap { Value(exactly: $0) }
        guard let value else { throw LineProblem("\(path).\(name) must be an integer") }
        return value
    }

    private func time() throws(LineProblem) -> Timestamp? {
        guard node.member("timeNanoseconds") != nil else { return nil }
        return Timestamp(nanosecondsSinceEpoch: try integer("timeNanoseconds"))
    }

    /// A member of an enumeration, by its name in the contract or in Swift: `REPORT_KIND_BEGAN` or `began`.
    private func enumeration<Member: OpenEnumeration>(_ name: StaticString) throws(LineProblem) -> Member? {
        let text = try text(name)
        guard !text.isEmpty else { return nil }
        let plain = Self.plain(text)
        let found = Member.allCases.first {
            Self.plain("\($0)") == plain || Self.plain("\(Member.self)\($0)") == plain
        }
        guard let member = found else {
            let names = Member.allCases.map { "\($0)" }.joined(separator: ", ")
            throw LineProblem("\(path).\(name) is \"\(text.printable)\"; it must be one of \(names)")
        }
        return member
    }

    /// A name without the differences between `REPORT_KIND_BEGAN` and `ReportKind.began`.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
}
