@testable import NavigationEvents
@testable import Positions
@testable import XML

extension FuzzTarget {
    static let nmea = FuzzTarget(
        name: "nmea", maxBytes: 4096, reaches: ["NMEASentence", "NMEAEpoch", "Number", "CompassName"]
    ) { bytes throws(FuzzFinding) in
        // With the present date for a live receiver, without it for a recording.
        for today in [nil, CivilDay(number: 20_000)] {
            var splitter = LineSplitter()
            var reader = NMEAReader(source: "fuzz", today: today)
            var filter = PositionFilter()
            for chunk in chunks(bytes) {
                for line in splitter.lines(adding: chunk) {
                    for output in reader.add(line) { try check(output, &filter) }
                }
            }
            if let line = splitter.finish() {
                for output in reader.add(line) { try check(output, &filter) }
            }
            for output in reader.finish() { try check(output, &filter) }
        }
    }

    static let gpsd = FuzzTarget(
        name: "gpsd", maxBytes: 4096, reaches: ["GPSDSource", "GPSDReport", "JSONDocument", "JSONParser", "Timestamp"]
    ) { bytes throws(FuzzFinding) in
        var splitter = LineSplitter()
        var reader = GPSDReader(address: "fuzz")
        var filter = PositionFilter()
        var now = 0.0
        for chunk in chunks(bytes) {
            now += 1
            for line in splitter.lines(adding: chunk) {
                for output in reader.add(line, now: now) {
                    switch output {
                    case .fix(let fix): try check(fix, &filter)
                    case .heading(let heading): try check(heading)
                    case .problem: break
                    }
                }
            }
        }
    }

    static let gpx = FuzzTarget(name: "gpx", maxBytes: 8192) { bytes throws(FuzzFinding) in
        let parser = GPXParser()
        var filter = PositionFilter()
        var isBroken = false
        for chunk in chunks(bytes) + [[]] where !isBroken {
            do throws(XMLReader.Failure) {
                try parser.parse(chunk, isLast: chunk.isEmpty)
            } catch {
                isBroken = true
            }
            for point in parser.takePoints() {
                if case .success(let fix) = GPXTrack.fix(point) { try check(fix, &filter) }
            }
        }
    }

    /// Devices deliver bytes in chunks of any length; here the lengths depend only on the bytes.
    private static func chunks(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        let length = bytes.count % 61 + 1
        return stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
    }

    private static func check(_ output: NMEAReader.Output, _ filter: inout PositionFilter) throws(FuzzFinding) {
        switch output {
        case .fix(let fix): try check(fix, &filter)
        case .heading(let heading): try check(heading)
        case .silence, .problem: break
        }
    }

    /// Checks that a heading is a valid direction with a named source.
    private static func check(_ heading: HeadingReading) throws(FuzzFinding) {
        try FuzzFinding.unless((0..<360).contains(heading.degrees), "a heading that is no direction: \(heading)")
        try FuzzFinding.unless((1...64).contains(heading.source.utf8.count), "a compass without a name: \(heading)")
        let accuracy = heading.accuracyDegrees ?? 1
        try FuzzFinding.unless(accuracy > 0 && accuracy <= 180, "an accuracy that is none: \(heading)")
    }

    /// Checks that a fix, also after the filter, is on Earth.
    private static func check(_ fix: Fix, _ filter: inout PositionFilter) throws(FuzzFinding) {
        try FuzzFinding.unless(fix.position.isValid, "a fix that is not on Earth: \(fix)")
        if case .accepted(let smoothed) = filter.accept(fix) {
            try FuzzFinding.unless(smoothed.smoothedPosition.isValid, "smoothed away from Earth: \(smoothed)")
        }
    }
}
