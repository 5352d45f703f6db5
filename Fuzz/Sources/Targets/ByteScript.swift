@testable import NavigationEvents

/// Reads values from bytes, and zeros after their end.
struct ByteScript {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether all bytes were read.
    var isOver: Bool { rest.isEmpty }

    mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// Numbers of a drive, and extreme ones.
    mutating func number() -> Double {
        let byte = byte()
        return byte < Self.hostile.count
            ? Self.hostile[byte] : Double(byte - 128) * [0.1, 1, 3.7, 100][self.byte() % 4]
    }

    mutating func optional<Value>(_ value: (inout ByteScript) -> Value) -> Value? { flag() ? value(&self) : nil }

    /// A few of them.
    mutating func list<Value>(upTo most: Int, _ value: (inout ByteScript) -> Value) -> [Value] {
        (0..<byte() % (most + 1)).map { _ in value(&self) }
    }

    /// A text of as many bytes as the first one says, or a text that is difficult to display.
    mutating func text() -> String {
        let count = byte()
        if count >= 0xF0 { return Self.texts[(count - 0xF0) % Self.texts.count] }
        defer { rest = rest.dropFirst(count % 48) }
        return String(decoding: rest.prefix(count % 48), as: UTF8.self)
    }

    private static let hostile: [Double] = [
        0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 1e9, -1e9, 9.3e18, -9.3e18, 1e15, 89.999_999, 90, -90, 179.999_999, 180, -180, 359.999,
        360,
        720.5, 4e9, 1e8, 0.5, 999.5, 1e-7,
    ]

    private static let texts = [
        "", "Hauptstraße", "\u{1B}[2J\u{7}", "\u{202E}abc\u{202C}",
        "شارع الملك فهد", "👩‍👩‍👧‍👦🇨🇭", "東京都道318号",
        String(repeating: "W", count: 300), "a" + String(repeating: "\u{301}", count: 60), "\u{0}\r\n\u{2028}",
        "</script><svg onload=x>", "\u{FEFF}\u{200D}\u{FE0F}", "🇩", "กำ", "\"\\",
    ]
}

// Values that a bus can send.
extension ByteScript {
    mutating func step() -> Step {
        let maneuver = Maneuver.allCases[byte() % Maneuver.allCases.count]
        return Step(
            number: byte(), maneuver: maneuver, geometryIndex: byte(), fullRoadName: text(), simpleRoadName: text(),
            exitNumber: optional { $0.text() }, roundabout: optional { $0.roundabout() },
            turnAngleDegrees: optional { $0.number() }, lanes: lanes(),
            signpost: optional { script in
                Signpost(destinations: script.list(upTo: 3) { $0.text() }, refs: script.list(upTo: 2) { $0.text() })
            },
            distanceFromPreviousMeters: number(), durationFromPreviousSeconds: number())
    }

    mutating func lanes() -> [Lane] {
        list(upTo: 40) { script in
            Lane(
                directions: script.list(upTo: 5) { script in
                    let byte = script.byte()
                    return LaneDirection(
                        shape: LaneShape.allCases[byte % LaneShape.allCases.count], isRecommended: byte >= 0x80)
                })
        }
    }

    private mutating func roundabout() -> Roundabout {
        Roundabout(
            exitCount: optional { $0.flag() ? $0.byte() : [.max, .min, -1, 100][$0.byte() % 4] },
            exitAngleDegrees: optional { $0.number() }, otherArmAnglesDegrees: list(upTo: 12) { $0.number() })
    }

    mutating func place() -> Coordinate { Coordinate(latitudeDegrees: number(), longitudeDegrees: number()) }

    mutating func time() -> Timestamp {
        flag() ? Samples.fix.time : Timestamp(nanosecondsSinceEpoch: [0, -1, .min, .max][byte() % 4])
    }

    mutating func fix() -> Fix {
        Fix(
            time: time(), position: place(), horizontalAccuracyMeters: optional { $0.number() },
            speedMetersPerSecond: optional { $0.number() }, courseDegrees: optional { $0.number() },
            satellitesUsed: optional { $0.byte() })
    }

    mutating func remaining() -> Remaining { Remaining(distanceMeters: number(), durationSeconds: number()) }
}
