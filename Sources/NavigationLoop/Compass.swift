import NavigationEvents

/// Converts readings of compasses to headings from true north on the clock of the fixes, at a limited rate. A value;
/// time is an argument.
struct Compass: Sendable {
    /// Maximum difference in seconds between a heading and the fix that it is added to.
    private static let maxAgeSeconds = 2.0
    /// Maximum number of compasses with a pending heading.
    private static let maxSources = 8

    /// Finds the declination at a position, degrees; `nil` if it is unknown there or then.
    typealias Declination = @Sendable (_ place: Coordinate, _ altitudeMeters: Double, _ time: Timestamp) -> Double?

    private struct KnownDeclination: Sendable {
        var place: Coordinate
        var time: Timestamp
        var degrees: Double?
    }

    private let declination: Declination
    /// The clock of the fixes.
    private(set) var clock: FixClock
    private var newest: Heading?
    /// The newest heading that a previous process published, until the source delivers newer data.
    private var recovered: Heading?
    private var known: KnownDeclination?
    /// The newest heading of each compass that waits to be published, the oldest first.
    private var waiting: [Heading] = []
    private var rate = ReadingRate()
    /// Readings that were not published: too many, or invalid.
    private(set) var dropped: UInt64 = 0

    init(clock: FixClock = FixClock(), declination: @escaping Declination) {
        (self.clock, self.declination) = (clock, declination)
    }

    /// Records the newest time of the drive.
    mutating func note(_ time: Timestamp?, now: Double) {
        clock.note(time, now: now)
        rate.note(now: clock.now(monotonic: now))
    }

    /// Continues after the newest heading that a previous process published.
    mutating func resume(after heading: Heading) { (newest, recovered) = (heading, heading) }

    /// Forgets all readings and times.
    mutating func beginAgain() {
        let dropped = dropped + UInt64(waiting.count)
        self = Compass(clock: FixClock(isOfDrive: clock.isOfDrive), declination: declination)
        self.dropped = dropped
    }

    /// Records that the source delivers new data: headings from before the restart are no longer repeated.
    mutating func sourceAdvanced() { recovered = nil }

    /// Whether a recorded source repeats a heading that was published before this process started.
    func isRepeated(_ reading: HeadingReading) -> Bool {
        guard let recovered, let time = reading.time else { return false }
        return time <= recovered.time
    }

    /// Processes a reading.
    ///
    /// - Parameters:
    ///   - reading: The reading of a compass.
    ///   - fix: The newest fix.
    ///   - now: The present, seconds.
    /// - Returns: The present with the reading, for ``due(now:)``.
    /// - Throws: ``CompassError`` if the reading contains no heading; it is then counted as dropped.
    @discardableResult
    mutating func take(_ reading: HeadingReading, at fix: Fix?, now: Double) throws(CompassError) -> Double {
        do throws(CompassError) {
            let heading = try heading(reading, fix, now)
            if newest.map({ $0.time <= heading.time }) ?? true { newest = heading }
            add(heading)
            return clock.now(at: heading.time, now)
        } catch {
            dropped += 1
            throw error
        }
    }

    /// Removes and returns the headings that may be published now.
    mutating func due(now: Double) -> [Heading] {
        var due: [Heading] = []
        while !waiting.isEmpty, rate.admits(now: now) { due.append(waiting.removeFirst()) }
        return due
    }

    /// Seconds until a pending heading may be published; `nil` if none is pending.
    func secondsUntilDue(now: Double) -> Double? {
        // Never less than the resolution of a clock.
        waiting.isEmpty ? nil : max(rate.secondsUntilNext(now: now), 0.001)
    }

    /// The fix with the newest heading, if it has none of its own and their times agree.
    func heading(_ fix: Fix) -> Fix {
        guard fix.headingDegrees == nil, let newest,
            abs(newest.time.seconds(since: fix.time)) <= Self.maxAgeSeconds
        else { return fix }
        var fix = fix
        fix.headingDegrees = newest.degrees
        fix.headingAccuracyDegrees = newest.accuracyDegrees
        return fix
    }

    private mutating func add(_ heading: Heading) {
        if let index = waiting.firstIndex(where: { $0.source == heading.source }) {
            waiting[index] = heading
        } else if waiting.count < Self.maxSources {
            return waiting.append(heading)
        } else {
            waiting[waiting.count - 1] = heading
        }
        dropped += 1
    }

    private mutating func heading(_ reading: HeadingReading, _ fix: Fix?, _ now: Double) throws(CompassError) -> Heading
    {
        if let problem = reading.problem { throw .unusable(source: reading.source, reason: problem) }
        guard let fix else { throw .noPosition(source: reading.source) }
        let time = try time(of: reading, now)
        var heading = Heading(
            time: time, degrees: reading.degrees.wrapped, accuracyDegrees: reading.accuracyDegrees,
            source: reading.source)
        if reading.reference == .magneticNorth {
            guard let declination = declination(at: fix, time) else {
                throw .noDeclination(source: reading.source, place: fix.position)
            }
            heading.declinationDegrees = declination
            heading.degrees = (reading.degrees + declination).wrapped
        }
        return heading
    }

    private func time(of reading: HeadingReading, _ now: Double) throws(CompassError) -> Timestamp {
        do throws(FixClockError) {
            return try clock.time(of: reading.time, now: now)
        } catch {
            switch error {
            case .noPosition: throw .noPosition(source: reading.source)
            case .timeFarOff(let ahead): throw .timeFarOff(source: reading.source, aheadSeconds: ahead)
            }
        }
    }

    /// The magnetic field of the Earth hardly changes within a kilometre and a day.
    private mutating func declination(at fix: Fix, _ time: Timestamp) -> Double? {
        let place = fix.position
        if let known, abs(known.place.latitudeDegrees - place.latitudeDegrees) < 0.01,
            abs(known.place.longitudeDegrees - place.longitudeDegrees) < 0.01,
            abs(known.time.seconds(since: time)) < 86_400
        {
            return known.degrees
        }
        let degrees = declination(place, fix.altitudeMeters ?? 0, time)
        known = KnownDeclination(place: place, time: time, degrees: degrees)
        return degrees
    }
}

extension HeadingReading {
    /// The reason why the reading is not a heading; `nil` if it is one.
    fileprivate var problem: String? {
        if !degrees.isFinite || !(0..<360).contains(degrees) {
            return "it reports \(degrees) degrees; use at least 0 and less than 360"
        }
        if let accuracyDegrees, !(0...180).contains(accuracyDegrees) {
            return "its accuracy of \(accuracyDegrees) degrees is not a standard deviation; use 0 to 180, or omit it"
        }
        return Self.problem(ofSource: source).map { "the name of its source \($0)" }
    }
}

extension Double {
    /// The same direction, at least 0 and less than 360.
    fileprivate var wrapped: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // A tiny negative number rounds to 360; negative zero becomes zero.
        return positive >= 360 ? 0 : positive + 0
    }
}
