import Foundation
import NavigationEvents

/// A recorded drive: the fixes of the receiver and the true positions of the vehicle.
struct RecordedDrive {
    /// One second of a drive.
    struct Moment {
        /// Seconds since the beginning of the drive.
        var seconds: Double
        /// The fix of the receiver; `nil` if it has none.
        var fix: Fix?
        /// The true position of the vehicle.
        var truth: Truth
    }

    /// The true position and movement of the vehicle.
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

    /// The same drive with the fixes of a sparse track, a table `t,lat,lon`.
    func track(_ table: URL) throws -> RecordedDrive {
        var fixes: [Int: Coordinate] = [:]
        for row in try String(contentsOf: table, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst() {
            let numbers = row.split(separator: ",").compactMap { Double($0) }
            guard numbers.count == 3 else { throw DriveError.badRow(file: table.path, row: String(row)) }
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

/// The reason why drives cannot be read.
enum DriveError: Error, CustomStringConvertible {
    case badRow(file: String, row: String)
    case badTime(String)
    case noDrives(folder: String)
    case noRouter(String)

    var description: String {
        switch self {
        case .badRow(let file, let row): "failed to read \(file): \(row) is not t,lat,lon"
        case .badTime(let text): "failed to read the drive: \(text) is not a time"
        case .noRouter(let text):
            "failed to use \(text): name the folder of drives and its server, as porto-taxi=http://127.0.0.1:8002"
        case .noDrives(let folder):
            "failed to find drives/ and routes/ in \(folder): name the folder of the recorded drives"
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

    /// The fix of the receiver; `nil` if it has none.
    func received() throws -> Fix? {
        guard fix, let lat, let lon else { return nil }
        let moment = try Date(time, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        guard let timestamp = Timestamp(secondsSinceEpoch: moment.timeIntervalSince1970) else {
            throw DriveError.badTime(time)
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
