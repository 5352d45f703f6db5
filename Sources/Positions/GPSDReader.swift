import NavigationEvents

/// Converts the lines of gpsd to fixes and headings. A value; it reads no socket, and time is an argument.
struct GPSDReader {
    enum Output: Hashable {
        case fix(Fix)
        case heading(HeadingReading)
        case problem(PositionProblem)
    }

    private struct Compass {
        var device: String
        var at: Double
        /// The heading from true north, degrees; `nil` if the compass reports magnetic north.
        var trueDegrees: Double?
    }

    private let address: String
    /// The only device to read, if one is configured.
    private let wanted: String?
    private var badLines: BadLineCounter
    /// The device whose fixes are used, and the time of its last one.
    private var inUse: (device: String, at: Double)?
    private var skies: [String: GPSDReport.Sky] = [:]
    /// The compass whose headings are used, with its last one.
    private var compass: Compass?

    /// A receiver that is silent for this long is replaced by another one, seconds.
    private static let silenceSeconds = 5.0
    /// Validity of a compass reading in seconds; a compass that is silent for longer is replaced by another one.
    private static let headingSeconds = 2.0
    /// gpsd reports 95 % errors, a fix has a 68 % accuracy; small errors are too optimistic.
    private static let minAccuracyMeters = 3.0

    init(address: String, device: String? = nil) {
        self.address = address
        wanted = device
        badLines = BadLineCounter(source: address)
    }

    /// Processes a line that was received at `now`, in seconds of any clock.
    mutating func add(_ line: LineSplitter.Line, now: Double) -> [Output] {
        guard !line.bytes.isEmpty else { return [] }
        guard !line.isCut, let report = GPSDReport(line: line.bytes) else {
            return bad(line, "is not valid JSON of gpsd")
        }
        switch report {
        case .position(let position): return add(position, line, now: now)
        case .sky(let sky):
            // gpsd also sends SKY reports with only satellites or only dilutions.
            let device = sky.device ?? ""
            Self.makeRoom(for: device, in: &skies, keeping: inUse?.device)
            skies[device] = sky.filled(from: skies[device])
        case .attitude(let attitude): return add(attitude, now: now)
        case .error(let message): return [.problem(.refused(address: address, message: message))]
        case .devices(let paths):
            if paths.isEmpty { return [.problem(.refused(address: address, message: "gpsd has no receiver"))] }
            if let wanted, !paths.contains(wanted) {
                let listed = paths.joined(separator: ", ")
                return [.problem(.refused(address: address, message: "gpsd has no receiver \(wanted) but \(listed)"))]
            }
        case .other: break
        }
        return []
    }

    /// Maximum number of remembered devices, above that of any vehicle. A new device replaces another one, so that
    /// changing names do not exhaust the memory.
    private static let maxDevices = 16

    /// The number of remembered devices.
    var rememberedDevices: Int { skies.count }

    private static func makeRoom<Value>(
        for device: String, in memory: inout [String: Value], keeping used: String?
    ) {
        guard memory[device] == nil, memory.count >= maxDevices else { return }
        guard let other = memory.keys.filter({ $0 != used }).min() else { return }
        memory[other] = nil
    }

    private mutating func bad(_ line: LineSplitter.Line, _ reason: String) -> [Output] {
        badLines.problem(line: line.number, reason: reason).map { [.problem($0)] } ?? []
    }

    private mutating func add(
        _ report: GPSDReport.TimePositionVelocity, _ line: LineSplitter.Line, now: Double
    ) -> [Output] {
        let device = report.device ?? ""
        guard report.mode ?? 0 >= 2, let latitude = report.lat, let longitude = report.lon else { return [] }
        if let wanted, device != wanted { return [] }
        let position = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        guard position.isValid else { return bad(line, "has an invalid position") }
        guard let time = report.time.flatMap({ Timestamp(iso8601: $0) }) else {
            return bad(line, "has a position without a time")
        }
        var outputs: [Output] = []
        if let inUse, inUse.device != device {
            guard now - inUse.at > Self.silenceSeconds else { return [] }
            outputs.append(.problem(.deviceChanged(from: inUse.device, to: device)))
        }
        inUse = (device, now)
        outputs.append(.fix(fix(report, device: device, time: time, position: position, now: now)))
        return outputs
    }

    private func fix(
        _ report: GPSDReport.TimePositionVelocity, device: String, time: Timestamp, position: Coordinate, now: Double
    ) -> Fix {
        let sky = skies[device]
        return Fix(
            time: time, position: position, altitudeMeters: report.altMSL ?? report.alt,
            horizontalAccuracyMeters: accuracyMeters(report) ?? sky?.hdop.map { $0 * Dilution.metersPerUnit },
            speedMetersPerSecond: report.speed.flatMap { $0 >= 0 ? $0 : nil },
            speedAccuracyMetersPerSecond: report.eps.flatMap { $0 > 0 ? $0 / 2 : nil },
            courseDegrees: report.track.flatMap { (0..<360).contains($0) ? $0 : nil },
            headingDegrees: trueHeadingDegrees(now: now), satellitesUsed: sky?.usedCount,
            satellitesInView: sky?.viewCount, quality: Self.quality(report.status))
    }

    private func accuracyMeters(_ report: GPSDReport.TimePositionVelocity) -> Double? {
        var error = report.eph
        if error == nil, let east = report.epx, let north = report.epy {
            error = (east * east + north * north).squareRoot()
        }
        guard let error, error > 0 else { return nil }
        return max(error / 2, Self.minAccuracyMeters)
    }

    private func trueHeadingDegrees(now: Double) -> Double? {
        guard let compass, now - compass.at <= Self.headingSeconds else { return nil }
        return compass.trueDegrees
    }

    /// Processes a compass reading. One compass is used at a time: that of the receiver in use, otherwise the first
    /// one.
    private mutating func add(_ attitude: GPSDReport.Attitude, now: Double) -> [Output] {
        let device = attitude.device ?? ""
        let trueDegrees = attitude.heading.flatMap(Self.direction)
        guard let degrees = trueDegrees ?? attitude.mheading.flatMap(Self.direction) else { return [] }
        let isOfReceiver = device == inUse?.device
        if let compass, compass.device != device, !isOfReceiver, now - compass.at <= Self.headingSeconds { return [] }
        compass = Compass(device: device, at: now, trueDegrees: trueDegrees)
        return [
            .heading(
                HeadingReading(
                    degrees: degrees, reference: trueDegrees == nil ? .magneticNorth : .trueNorth,
                    source: CompassName.name("gpsd", device: device),
                    // The clock of another device differs from that of the fixes.
                    time: isOfReceiver ? attitude.time.flatMap { Timestamp(iso8601: $0) } : nil))
        ]
    }

    private static func direction(_ degrees: Double) -> Double? {
        // A rounded heading may be written as 360.
        (0..<360.5).contains(degrees) ? (degrees >= 360 ? 0 : degrees) : nil
    }

    private static func quality(_ status: Int?) -> FixQuality {
        switch status {
        case 2, 3, 4: .differential
        case 5, 6: .deadReckoning
        case 8: .unknown
        default: .gps
        }
    }
}

extension GPSDReport.Sky {
    fileprivate var usedCount: Int? { uSat ?? satellites.map { $0.count { $0 == true } } }

    fileprivate var viewCount: Int? { nSat ?? satellites.map(\.count) }

    fileprivate func filled(from older: GPSDReport.Sky?) -> GPSDReport.Sky {
        GPSDReport.Sky(
            device: device, hdop: hdop ?? older?.hdop, nSat: viewCount ?? older?.nSat, uSat: usedCount ?? older?.uSat)
    }
}
