public import NavigationEvents
import XML

/// A source of positions from a GPX track with times, as receivers and phones record them.
///
/// Tracks and their segments are replayed one after another, with the time between them. Elevation, speed and course
/// are read from the point or from any of its extensions.
public struct GPXSource: PositionSource {
    private let path: String
    private let pace: ReplayPace
    private let clock: any PaceClock

    /// Names a file.
    public init(file path: String, pace: ReplayPace = .recorded, clock: any PaceClock = SystemPaceClock()) {
        self.path = path
        self.pace = pace
        self.clock = clock
    }

    /// Starts reading; see ``PositionSource/positions()``.
    public func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { read(into: $0) }
    }

    /// Starts reading; see ``PositionSource/readings(skipping:)``.
    public func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: count) { read(into: $0) }
    }

    private func read(into pipe: PositionPipe) {
        do throws(PositionProblem) {
            try replay(into: pipe)
        } catch {
            _ = pipe.send(.problem(error))
        }
    }

    private func replay(into pipe: PositionPipe) throws(PositionProblem) {
        let file = try PlainFile(path: path)
        let parser = GPXParser()
        var track = GPXTrack(file: path)
        var replayer = Replayer(pace: pace, clock: clock, pipe: pipe)
        while let chunk = try file.read(source: path, stop: pipe.stop) {
            var broken: XMLReader.Failure?
            do throws(XMLReader.Failure) {
                try parser.parse(chunk, isLast: chunk.isEmpty)
            } catch {
                broken = error
            }
            for point in parser.takePoints() {
                guard track.play(point, with: &replayer, into: pipe) else { return }
            }
            if let broken {
                throw .badXML(file: path, line: broken.line, column: broken.column, reason: broken.reason)
            }
            if chunk.isEmpty { break }
        }
        if let problem = track.finish() { throw problem }
    }
}

/// Converts the points of a track to fixes.
struct GPXTrack {
    private let file: String
    private var badPoints: BadLineCounter
    private var points = 0
    private var timeless = 0
    private var fixes = 0

    init(file: String) {
        self.file = file
        badPoints = BadLineCounter(source: file)
    }

    /// Replays a point.
    ///
    /// - Returns: `false` if the consumer has gone.
    mutating func play(_ point: GPXParser.Point, with replayer: inout Replayer, into pipe: PositionPipe) -> Bool {
        points += 1
        switch Self.fix(point) {
        case .success(let fix):
            fixes += 1
            return replayer.play(fix)
        case .failure(let flaw):
            if flaw == .noTime { timeless += 1 }
            // A track without any times causes one problem at its end, not one per point.
            if flaw == .noTime, fixes == 0 { return true }
            guard let problem = badPoints.problem(line: point.line, reason: flaw.rawValue) else { return true }
            return pipe.send(.problem(problem))
        }
    }

    /// The problem of the whole track, if any.
    func finish() -> PositionProblem? {
        if fixes > 0 { return nil }
        return timeless > 0 ? .noTimes(file: file, points: points) : .noFixes(source: file)
    }

    enum Flaw: String, Error {
        case noTime = "is a track point without a time"
        case badTime = "is a track point whose time cannot be read"
        case badPlace = "is a track point with an invalid position"
    }

    /// The fix of a point, or its problem.
    static func fix(_ point: GPXParser.Point) -> Result<Fix, Flaw> {
        guard let latitude = Number.decimal(trimmed(point.latitude)),
            let longitude = Number.decimal(trimmed(point.longitude))
        else { return .failure(.badPlace) }
        let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard position.isValid else { return .failure(.badPlace) }
        guard let text = point.values["time"] else { return .failure(.noTime) }
        guard let time = Timestamp(iso8601: trimmed(text)) else { return .failure(.badTime) }
        func value(_ name: String) -> Double? { point.values[name].flatMap { Number.decimal(trimmed($0)) } }
        let dilution = value("hdop").flatMap { $0 > 0 ? $0 * Dilution.metersPerUnit : nil }
        return .success(
            Fix(
                time: time, position: position, altitudeMeters: value("ele"),
                horizontalAccuracyMeters: value("accuracy") ?? dilution,
                speedMetersPerSecond: value("speed").flatMap { $0 >= 0 ? $0 : nil },
                courseDegrees: value("course").flatMap {
                    (0...360).contains($0) ? $0.truncatingRemainder(dividingBy: 360) : nil
                },
                satellitesUsed: point.values["sat"].flatMap { Number.whole(trimmed($0)) }))
    }

    private static func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }
}
