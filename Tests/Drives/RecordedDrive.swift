import Foundation
import NavigationEvents

/// A recorded drive: what the receiver said, and where the vehicle really was.
struct RecordedDrive {
    /// One second of a drive.
    struct Moment {
        /// Seconds since the drive began.
        var seconds: Double
        /// What the receiver said; `nil` where it said nothing.
        var fix: Fix?
        /// Where the vehicle really was.
        var truth: Truth
    }

    /// Where the vehicle really was, and how it moved.
    struct Truth {
        var position: Coordinate
        var courseDegrees: Double
        var speedMetersPerSecond: Double
    }

    var name: String
    var moments: [Moment]

    /// Reads a file with one JSON object a line.
    init(name: String, fixesFile: URL) throws {
        self.name = name
        let decoder = JSONDecoder()
        moments = try String(contentsOf: fixesFile, encoding: .utf8).split(separator: "\n").map { line in
            try Moment(decoder.decode(Line.self, from: Data(line.utf8)))
        }
    }

    private init(name: String, moments: [Moment]) {
        self.name = name
        self.moments = moments
    }

    /// The same drive as a sparse track saw it: only the fixes of a table `t,lat,lon`, and nothing but their positions.
    func track(_ table: URL) throws -> RecordedDrive {
        var fixes: [Int: Coordinate] = [:]
        for row in try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst() {
            let numbers = row.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 3 else { throw DriveMistake.badRow(file: table.path, row: String(row)) }
            fixes[Int(numbers[0])] = Coordinate(latitudeDegrees: numbers[1], longitudeDegrees: numbers[2])
        }
        let sparse = moments.map { moment in
            var moment = moment
            let position = fixes[Int(moment.seconds.rounded())]
            moment.fix = moment.fix.flatMap { fix in position.map { Fix(time: fix.time, position: $0, quality: .gps) } }
            return moment
        }
        return RecordedDrive(name: name + " (track)", moments: sparse)
    }
}

/// What keeps a drive from being read.
enum DriveMistake: Error, CustomStringConvertible {
    case badRow(file: String, row: String)
    case badTime(String)
    case noDrives(folder: String)
    case noRouter(String)

    var description: String {
        switch self {
        case .badRow(let file, let row): "failed to read \(file): \(row) is no t,lat,lon"
        case .badTime(let text): "failed to read the drive: \(text) is no time"
        case .noRouter(let text):
            "failed to ask \(text): say which drives' map a server has, as porto-taxi=http://127.0.0.1:8002"
        case .noDrives(let folder): "failed to find drives/ and routes/ in \(folder): say where the recorded drives are"
        }
    }
}

/// One line of a recording.
private struct Line: Decodable {
    struct Place: Decodable {
        var lat: Double
        var lon: Double
        var course: Double
        var speed: Double
    }

    var t: Double
    var time: String
    var fix: Bool
    var lat: Double?
    var lon: Double?
    var alt: Double?
    var speed: Double?
    var course: Double?
    var heading: Double?
    var hacc: Double?
    var sacc: Double?
    var truth: Place

    /// What the receiver said.
    func received() throws -> Fix? {
        guard fix, let lat, let lon else { return nil }
        let moment = try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        guard let timestamp = Timestamp(secondsSinceEpoch: moment.timeIntervalSince1970) else {
            throw DriveMistake.badTime(time)
        }
        return Fix(
            time: timestamp, position: Coordinate(latitudeDegrees: lat, longitudeDegrees: lon), altitudeMeters: alt,
            horizontalAccuracyMeters: hacc, speedMetersPerSecond: speed, speedAccuracyMetersPerSecond: sacc,
            courseDegrees: course, headingDegrees: heading, quality: .gps)
    }
}

extension RecordedDrive.Moment {
    fileprivate init(_ line: Line) throws {
        let position = Coordinate(latitudeDegrees: line.truth.lat, longitudeDegrees: line.truth.lon)
        self.init(
            seconds: line.t, fix: try line.received(),
            truth: RecordedDrive.Truth(
                position: position, courseDegrees: line.truth.course, speedMetersPerSecond: line.truth.speed))
    }
}
