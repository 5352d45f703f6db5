import Foundation
import Guidance
import NavigationEvents
import Positions

/// Reads the receiver logs below a folder, each with its source.
struct ReceiverReport {
    private(set) var table = Table(["log", "fixes", "accepted", "problems"])
    private(set) var mistakes: [String] = []

    init(data: URL) async throws {
        for log in try Self.sentenceLogs(below: data) {
            await hear(NMEASource(file: log.path, pace: .max), name: log.lastPathComponent)
        }
        for log in try data.appending(path: "nmea").files(withExtensions: ["csv"]) { try hear(positionTable: log) }
        for log in try data.appending(path: "gpsd").files(withExtensions: ["jsonl", "txt"]) {
            let server = try RecordedDaemon(log: log)
            await hear(GPSDSource(host: "127.0.0.1", port: server.port), name: log.lastPathComponent)
        }
    }

    private static func sentenceLogs(below data: URL) throws -> [URL] {
        let drives = try data.appending(path: "drives/synthetic").subfolders()
        return try data.appending(path: "nmea").files(withExtensions: ["nmea"])
            + data.appending(path: "nmea/gpsd").files(withExtensions: ["log"])
            + drives.flatMap { try $0.files(withExtensions: ["nmea"]) }
    }

    /// Reads a table `t,lat,lon,speed,utc_ms,alt,bearing` with the positions of a phone, ten a second.
    private mutating func hear(positionTable log: URL) throws {
        var guidance = GuidanceState()
        var filter = PositionFilter()
        let rows = try String(contentsOf: log, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
        var accepted = 0
        for row in rows {
            let numbers = row.split(separator: ",").prefix(7).compactMap { Double($0) }
            guard numbers.count == 7, let time = Timestamp(secondsSinceEpoch: numbers[4] / 1000) else {
                throw DriveError.badRow(file: log.path, row: String(row))
            }
            let fix = Fix(
                time: time, position: Coordinate(latitudeDegrees: numbers[1], longitudeDegrees: numbers[2]),
                altitudeMeters: numbers[5], speedMetersPerSecond: numbers[3], courseDegrees: numbers[6], quality: .gps)
            if case .accepted(let smoothed) = filter.accept(fix) { accepted += guidance.update(smoothed).count }
        }
        table.add([log.lastPathComponent, "\(rows.count)", "\(accepted)", "0"])
        if accepted < rows.count * 9 / 10 { mistakes.append("\(log.lastPathComponent): only \(accepted) accepted") }
    }

    private mutating func hear(_ source: some PositionSource, name: String) async {
        var guidance = GuidanceState()
        var filter = PositionFilter()
        var (fixes, accepted) = (0, 0)
        var problems: [PositionProblem] = []
        listening: for await event in source.positions() {
            switch event {
            case .fix(let fix):
                fixes += 1
                guard case .accepted(let smoothed) = filter.accept(fix) else { continue }
                accepted += guidance.update(smoothed).count
            case .elapsed(let time):
                if !guidance.elapse(to: time).isEmpty { mistakes.append("\(name): guides without a route") }
            case .problem(.disconnected): break listening
            case .problem(let problem): problems.append(problem)
            case .heading: break
            case .ended: break listening
            }
        }
        let first = problems.first.map { "failed to \($0)" } ?? ""
        table.add([name, "\(fixes)", "\(accepted)", "\(problems.count)"] + (first.isEmpty ? [] : [first]))
        // The name of a log without satellites contains "nofix"; a log of binary data has no sentences.
        let isMute =
            name.contains("nofix") || fixes == 0 && problems.contains { if case .noFixes = $0 { true } else { false } }
        if isMute ? fixes > 0 : accepted == 0 { mistakes.append("\(name): \(fixes) fixes, \(accepted) accepted") }
    }
}

extension URL {
    /// The files in this folder with one of the extensions, by name; none if there is no folder.
    func files(withExtensions extensions: [String]) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: self, includingPropertiesForKeys: nil)
            .filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }
}
