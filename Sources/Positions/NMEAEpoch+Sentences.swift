import Glibc
import NavigationEvents

extension NMEAEpoch {
    typealias Flaw = NMEASentence.Flaw

    /// The handlers of the sentence types.
    private static let readers: [Substring: @Sendable (inout NMEAEpoch, NMEASentence) throws(Flaw) -> Void] = [
        "RMC": { epoch, sentence throws(Flaw) in try epoch.addRMC(sentence) },
        "GGA": { epoch, sentence throws(Flaw) in try epoch.addGGA(sentence) },
        "GLL": { epoch, sentence throws(Flaw) in try epoch.addGLL(sentence) },
        "GSA": { epoch, sentence throws(Flaw) in epoch.addGSA(sentence) },
        "GSV": { epoch, sentence throws(Flaw) in epoch.addGSV(sentence) },
        "GST": { epoch, sentence throws(Flaw) in epoch.addGST(sentence) },
        "VTG": { epoch, sentence throws(Flaw) in epoch.addVTG(sentence) },
        "ZDA": { epoch, sentence throws(Flaw) in try epoch.addZDA(sentence) },
    ]

    /// The index of the time field in the types that have one.
    private static let timeFields: [Substring: Int] = ["RMC": 0, "GGA": 0, "GLL": 4, "GST": 0, "ZDA": 0]

    /// Maximum number of satellites of an epoch, above that of any sky, so that corrupt lines do not exhaust the
    /// memory.
    private static let maxSatellites = 256
    private static let maxSystems = 32

    /// The time of a sentence, seconds of the UTC day; `nil` if it has none.
    static func secondsOfDay(_ sentence: NMEASentence) throws(Flaw) -> Double? {
        guard let field = timeFields[sentence.type] else { return nil }
        let text = sentence.field(field)
        guard !text.isEmpty else { return nil }
        guard let number = Number.decimal(text), number >= 0, text.prefix(6).utf8.count == 6,
            let whole = Number.whole(text.prefix(6))
        else { throw Flaw(reason: "has the impossible time \"\(text.prefix(16))\"") }
        let (hours, minutes) = (whole / 10_000, whole / 100 % 100)
        let seconds = Double(whole % 100) + (number - Double(whole))
        guard hours < 24, minutes < 60, (0..<61).contains(seconds) else {
            throw Flaw(reason: "has the impossible time \"\(text.prefix(16))\"")
        }
        return Double(hours * 3600 + minutes * 60) + seconds
    }

    /// Adds the contents of a sentence; other types are ignored.
    mutating func add(_ sentence: NMEASentence) throws(Flaw) {
        try Self.readers[sentence.type]?(&self, sentence)
    }

    private mutating func addRMC(_ sentence: NMEASentence) throws(Flaw) {
        if !sentence.field(8).isEmpty { day = try Self.day(sentence.field(8)) }
        guard sentence.field(1) == "A" else {
            isWithoutFix = true
            return
        }
        position = try Self.position(sentence, at: 2) ?? position
        if let knots = Number.decimal(sentence.field(6)), knots >= 0 { speedMetersPerSecond = knots * 1852 / 3600 }
        courseDegrees = Number.direction(sentence.field(7)) ?? courseDegrees
        if quality == nil, let mode = Self.modes[sentence.field(11)] { quality = mode }
    }

    private mutating func addGGA(_ sentence: NMEASentence) throws(Flaw) {
        quality = Self.qualities[sentence.field(5)] ?? .unknown
        dilution = Number.decimal(sentence.field(7)) ?? dilution
        satellitesUsed = Self.satelliteCount(sentence.field(6))
        guard quality != FixQuality.none else { return }
        position = try Self.position(sentence, at: 1) ?? position
        if sentence.field(9) == "M" { altitudeMeters = Number.decimal(sentence.field(8)) }
    }

    private mutating func addGLL(_ sentence: NMEASentence) throws(Flaw) {
        guard sentence.field(5) != "V" else { return }
        if position == nil { position = try Self.position(sentence, at: 0) }
    }

    private mutating func addGSA(_ sentence: NMEASentence) {
        for index in 2..<14 where !sentence.field(index).isEmpty && satelliteIDs.count < Self.maxSatellites {
            satelliteIDs.insert(sentence.talker + sentence.field(17) + sentence.field(index))
        }
        dilution = dilution ?? Number.decimal(sentence.field(15))
    }

    private mutating func addGSV(_ sentence: NMEASentence) {
        guard satellitesInView[sentence.talker] != nil || satellitesInView.count < Self.maxSystems else { return }
        satellitesInView[sentence.talker] = Self.satelliteCount(sentence.field(2))
    }

    private mutating func addGST(_ sentence: NMEASentence) {
        guard let north = Number.decimal(sentence.field(5)), let east = Number.decimal(sentence.field(6)),
            north >= 0, east >= 0
        else { return }
        errorMeters = (north * north + east * east).squareRoot()
    }

    private mutating func addVTG(_ sentence: NMEASentence) {
        courseDegrees = courseDegrees ?? Number.direction(sentence.field(0))
        guard speedMetersPerSecond == nil else { return }
        if let kilometersPerHour = Number.decimal(sentence.field(6)), kilometersPerHour >= 0 {
            speedMetersPerSecond = kilometersPerHour / 3.6
        } else if let knots = Number.decimal(sentence.field(4)), knots >= 0 {
            speedMetersPerSecond = knots * 1852 / 3600
        }
    }

    private mutating func addZDA(_ sentence: NMEASentence) throws(Flaw) {
        guard let dayOfMonth = Number.whole(sentence.field(1)), let month = Number.whole(sentence.field(2)),
            let year = Number.whole(sentence.field(3))
        else { return }
        guard let day = CivilDay(year: year, month: month, day: dayOfMonth) else {
            throw Flaw(reason: "has the impossible date \(year)-\(month)-\(dayOfMonth)")
        }
        self.day = day
    }
}

extension NMEAEpoch {
    private static let qualities: [Substring: FixQuality] = [
        "0": .none, "1": .gps, "2": .differential, "3": .gps, "4": .differential, "5": .differential,
        "6": .deadReckoning,
    ]

    private static let modes: [Substring: FixQuality] = [
        "A": .gps, "D": .differential, "E": .deadReckoning, "F": .differential, "N": .none, "P": .gps,
        "R": .differential,
    ]

    /// The day of a two-digit year from 1980 to 2079.
    private static func day(_ text: Substring) throws(Flaw) -> CivilDay {
        guard text.utf8.count == 6, let number = Number.whole(text) else {
            throw Flaw(reason: "has the impossible date \"\(text.prefix(16))\"")
        }
        let (dayOfMonth, month, short) = (number / 10_000, number / 100 % 100, number % 100)
        guard let day = CivilDay(year: short < 80 ? 2000 + short : 1900 + short, month: month, day: dayOfMonth) else {
            throw Flaw(reason: "has the impossible date \"\(text)\"")
        }
        return day
    }

    /// Parses latitude, N or S, longitude, E or W; `nil` if all are empty.
    private static func position(_ sentence: NMEASentence, at index: Int) throws(Flaw) -> Coordinate? {
        let texts = (index..<index + 4).map(sentence.field)
        if texts.allSatisfy(\.isEmpty) { return nil }
        guard let latitude = degrees(texts[0], positive: "N", negative: "S", sign: texts[1], maximum: 90),
            let longitude = degrees(texts[2], positive: "E", negative: "W", sign: texts[3], maximum: 180)
        else { throw Flaw(reason: "has the impossible position \"\(texts.joined(separator: ",").prefix(60))\"") }
        return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }

    /// Parses degrees and minutes in one number: 4925.15299 is 49° 25.15299'.
    private static func degrees(
        _ text: Substring, positive: Substring, negative: Substring, sign: Substring, maximum: Double
    ) -> Double? {
        guard sign == positive || sign == negative, let number = Number.decimal(text), number >= 0 else { return nil }
        let whole = (number / 100).rounded(.down)
        let minutes = number - whole * 100
        let degrees = whole + minutes / 60
        guard minutes < 60, degrees <= maximum else { return nil }
        return sign == negative ? -degrees : degrees
    }

    /// The count, or `nil` if it is implausible.
    private static func satelliteCount(_ text: Substring) -> Int? {
        Number.whole(text).flatMap { $0 <= 999 ? $0 : nil }
    }
}
