import Foundation

/// The recording of the example drive, second by second, with methods to falsify it.
struct RecordedPositions {
    /// The kinds of false positions.
    enum Flaw: String, CaseIterable {
        case jump, frozen, timeBack, otherReceiver, noNumbers, nullIsland
    }

    /// The sentences of one second.
    private typealias Epoch = [[String]]
    private let epochs: [Epoch]

    init() throws {
        let text = try String(contentsOfFile: FaultContext.example("drive.nmea"), encoding: .utf8)
        var epochs: [Epoch] = []
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("$") {
            let body = line.dropFirst().prefix { $0 != "*" }
            let fields = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if fields[0] == "GPRMC" { epochs.append([]) }
            if !epochs.isEmpty { epochs[epochs.count - 1].append(fields) }
        }
        self.epochs = epochs
    }

    /// Seconds from the beginning of the recording to an epoch.
    func seconds(_ place: Int) -> Int { Self.time(epochs[place]) - Self.time(epochs[0]) }

    /// Number of seconds of the recording.
    var count: Int { epochs.count }

    /// The recording with a number of false epochs.
    func spoiled(_ flaw: Flaw, at place: Int, count: Int) -> String {
        var spoiled = epochs
        for index in place..<place + count { spoiled[index] = Self.flaw(flaw, epochs[index], after: epochs[place - 1]) }
        return Self.text(spoiled)
    }

    /// The recording without some of its epochs.
    func cut(at place: Int, count: Int) -> String {
        Self.text(Array(epochs[..<place] + epochs[min(place + count, epochs.count)...]))
    }

    /// The recording with a shifted clock from an epoch on.
    func shifted(by seconds: Int, from place: Int) -> String {
        Self.text(epochs.enumerated().map { $0 < place ? $1 : Self.shifted($1, by: seconds) })
    }

    private static func flaw(_ flaw: Flaw, _ epoch: Epoch, after last: Epoch) -> Epoch {
        switch flaw {
        case .jump: moved(epoch, latitudeMinutes: 2.7, longitudeMinutes: 0)
        case .otherReceiver: moved(epoch, latitudeMinutes: 0, longitudeMinutes: 1.2)
        case .frozen: zip(epoch, last).map { frozen($0, $1) }
        case .timeBack: shifted(epoch, by: -10)
        case .noNumbers: changed(epoch) { fields, place in fields[place] = "nan" }
        case .nullIsland:
            changed(epoch) { fields, place in
                fields[place] = "0000.00000"
                fields[place + 2] = "00000.00000"
            }
        }
    }

    /// Changes the sentences with a position; the closure gets the index of the latitude field.
    private static func changed(_ epoch: Epoch, _ change: (inout [String], Int) -> Void) -> Epoch {
        epoch.map { fields in
            guard let place = ["GPRMC": 3, "GPGGA": 2][fields[0]] else { return fields }
            var fields = fields
            change(&fields, place)
            return fields
        }
    }

    private static func moved(_ epoch: Epoch, latitudeMinutes: Double, longitudeMinutes: Double) -> Epoch {
        changed(epoch) { fields, place in
            fields[place] = angle(fields[place], degrees: 2, plus: latitudeMinutes)
            fields[place + 2] = angle(fields[place + 2], degrees: 3, plus: longitudeMinutes)
        }
    }

    /// An angle in degrees and minutes, in the format of NMEA.
    private static func angle(_ text: String, degrees digits: Int, plus minutes: Double) -> String {
        let all = (Double(text.prefix(digits)) ?? 0) * 60 + (Double(text.dropFirst(digits)) ?? 0) + minutes
        let degrees = Int(all / 60)
        return String(format: "%0\(digits)d%08.5f", degrees, all - Double(degrees) * 60)
    }

    private static func frozen(_ fields: [String], _ last: [String]) -> [String] {
        guard let place = ["GPRMC": 3, "GPGGA": 2][fields[0]], last.count == fields.count else { return fields }
        var fields = fields
        for index in place..<place + 4 { fields[index] = last[index] }
        return fields
    }

    // MARK: - Time

    private static func shifted(_ epoch: Epoch, by seconds: Int) -> Epoch {
        let clock = time(epoch) + seconds
        var parts = tm()
        var value = time_t(clock)
        gmtime_r(&value, &parts)
        return epoch.map { fields in
            var fields = fields
            guard ["GPRMC", "GPGGA"].contains(fields[0]) else { return fields }
            fields[1] = String(format: "%02d%02d%02d.00", parts.tm_hour, parts.tm_min, parts.tm_sec)
            if fields[0] == "GPRMC" {
                fields[9] = String(format: "%02d%02d%02d", parts.tm_mday, parts.tm_mon + 1, parts.tm_year % 100)
            }
            return fields
        }
    }

    /// The time of an epoch, seconds since 1970.
    private static func time(_ epoch: Epoch) -> Int {
        guard let fields = epoch.first, fields.count > 9, let clock = Int(fields[1].prefix(6)),
            let date = Int(fields[9])
        else { return 0 }
        var parts = tm()
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (
            Int32(clock / 10000), Int32(clock / 100 % 100), Int32(clock % 100)
        )
        (parts.tm_mday, parts.tm_mon, parts.tm_year) = (
            Int32(date / 10000), Int32(date / 100 % 100) - 1, Int32(date % 100) + 100
        )
        return timegm(&parts)
    }

    private static func text(_ epochs: [Epoch]) -> String {
        let lines = epochs.joined().map { fields in
            let body = fields.joined(separator: ",")
            return "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }
}
