import NavigationEvents

/// Makes fixes and headings out of gpsd's lines. A value; it knows no socket, and time is an argument.
struct GPSDReader {
    enum Output: Hashable {
        case fix(Fix)
        case heading(HeadingReading)
        case problem(PositionProblem)
    }

    private struct Compass {
        var device: String
        var at: Double
        /// Its heading from true north.
        var trueDegrees: Double?
    }

    private let address: String
    /// The only device listened to, if one is asked for.
    private let wanted: String?
    private var badLines: BadLineCounter
    /// The device whose fixes are used, and when its last one came.
    private var inUse: (device: String, at: Double)?
    private var skies: [String: GPSDReport.Sky] = [:]
    /// The compass whose headings are used, and its last one.
    private var compass: Compass?

    /// A receiver that is silent so long gives way to another one.
    private static let silenceSeconds = 5.0
    /// A compass reading holds so long, and a compass that is silent so long gives way to another one.
    private static let headingSeconds = 2.0
    /// gpsd's estimates hold the truth with 95 %, a fix's accuracy with 68 %; small ones flatter.
    private static let leastAccuracyMeters = 3.0

    init(address: String, device: String? = nil) {
        self.address = address
        wanted = device
        badLines = BadLineCounter(source: address)
    }

    /// Adds a line that came `now`, in seconds of any clock.
    mutating func add(_ line: LineSplitter.Line, now: Double) -> [Output] {
        guard !line.bytes.isEmpty else { return [] }
        guard !line.isCut, let report = GPSDReport(line: line.bytes) else {
            return bad(line, "is not valid JSON of gpsd")
        }
        switch report {
        case .position(let position): return add(position, line, now: now)
        case .sky(let sky):
            // gpsd also sends skies with nothing but satellites or nothing but dilutions.
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

    /// Devices remembered at the same time: more than any vehicle has. One that is new takes the place of another, so
    /// that whoever names ever new ones fills no memory.
    private static let mostDevices = 16

    /// How much is remembered of devices.
    var rememberedDevices: Int { skies.count }

    private static func makeRoom<Value>(
        for device: String, in memory: inout [String: Value], keeping used: String?
    ) {
        guard memory[device] == nil, memory.count >= mostDevices else { return }
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
        guard position.isValid else { return bad(line, "has a place that is not on Earth") }
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
            horizontalAccuracyMeters: accuracyMeters(report) ?? sky?.hdop.map { $0 * 5 },
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
        return max(error / 2, Self.leastAccuracyMeters)
    }

    private func trueHeadingDegrees(now: Double) -> Double? {
        guard let compass, now - compass.at <= Self.headingSeconds else { return nil }
        return compass.trueDegrees
    }

    /// One compass at a time: that of the receiver in use, else the first that talks.
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
                    // The clock of another device is not that of the fixes.
                    time: isOfReceiver ? attitude.time.flatMap { Timestamp(iso8601: $0) } : nil))
        ]
    }

    private static func direction(_ degrees: Double) -> Double? {
        // What is rounded may be written as a full circle.
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
