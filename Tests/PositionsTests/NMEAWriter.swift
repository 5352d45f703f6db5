import NavigationEvents

@testable import Positions

/// Writes NMEA 0183 like a receiver.
enum NMEAWriter {
    /// A sentence with its checksum.
    static func sentence(_ body: String) -> String {
        let sum = NMEASentence.checksum(body.utf8)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))"
    }

    /// RMC and GGA of one time.
    static func epoch(_ time: String, date: String = "040526", at place: Coordinate = .harbour)
        -> String
    {
        let (latitude, longitude) = (
            angle(place.latitudeDegrees, digits: 2), angle(place.longitudeDegrees, digits: 3)
        )
        let signs = (place.latitudeDegrees < 0 ? "S" : "N", place.longitudeDegrees < 0 ? "W" : "E")
        let written = "\(latitude),\(signs.0),\(longitude),\(signs.1)"
        return sentence("GPRMC,\(time),A,\(written),10.0,90.0,\(date),,,A") + "\r\n"
            + sentence("GPGGA,\(time),\(written),1,08,1.2,104.5,M,47.0,M,,") + "\r\n"
    }

    /// A series of seconds at rest from eight o'clock on.
    static func recording(seconds: Range<Int>) -> String {
        seconds.map { epoch(time(secondsOfDay: 28_800 + $0)) }.joined()
    }

    /// The time as hhmmss.ss.
    static func time(secondsOfDay: Int) -> String {
        let (hours, minutes, seconds) = (
            secondsOfDay / 3600 % 24, secondsOfDay / 60 % 60, secondsOfDay % 60
        )
        return padded(hours, 2) + padded(minutes, 2) + padded(seconds, 2) + ".00"
    }

    /// Degrees and minutes in one number with seven decimals.
    static func angle(_ degrees: Double, digits: Int) -> String {
        let scaled = Int((abs(degrees) * 60 * 1e7).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 600_000_000)
        let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 10_000_000)
        return padded(whole, digits) + padded(minutes, 2) + "." + padded(fraction, 7)
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension Coordinate {
    /// The position of the tests.
    static let harbour = Coordinate(latitudeDegrees: 50.05, longitudeDegrees: 8.25)
}
