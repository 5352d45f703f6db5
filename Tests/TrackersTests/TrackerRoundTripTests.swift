import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Trackers

/// A fix that is written in a format reads back the same, within the precision of the format.
@Suite("Fixes in the formats of trackers")
struct TrackerRoundTripTests {
    private static let count = 500
    private let sessions = DeviceSessions()

    /// A fix with whole milliseconds; each optional value is absent in a quarter of them.
    private func randomFix(_ generator: inout SplitMix64) -> Fix {
        func maybe(_ range: ClosedRange<Double>) -> Double? {
            Int.random(in: 0..<4, using: &generator) == 0 ? nil : Double.random(in: range, using: &generator)
        }
        return Fix(
            time: Timestamp(
                nanosecondsSinceEpoch: Int64.random(in: 200_000_000_000..<7_258_118_400_000, using: &generator)
                    * 1_000_000),
            position: Coordinate(
                latitudeDegrees: Double.random(in: -90...90, using: &generator),
                longitudeDegrees: Double.random(in: -180...180, using: &generator)),
            altitudeMeters: maybe(-500...9000), horizontalAccuracyMeters: maybe(0.1...2000),
            speedMetersPerSecond: maybe(0...90), courseDegrees: maybe(0...359.9))
    }

    private func check(
        _ format: String, timePrecisionSeconds: Double = 0, precision: Double = 1e-9,
        write: (Fix) -> String, read: (_ message: [UInt8]) throws -> TrackerPosition?
    ) throws {
        var generator = SplitMix64.announced(for: format)
        for _ in 0..<Self.count {
            let fix = randomFix(&generator)
            let message = write(fix)
            let position = try #require(try read(Array(message.utf8)), "\(message)")
            #expect(position.session.name == "bus-7", "\(message)")
            let back = position.fix
            #expect(back.position == fix.position && back.smoothedPosition == fix.position, "\(message)")
            #expect(abs(back.time.seconds(since: fix.time)) <= timePrecisionSeconds, "\(message)")
            for value in [
                \Fix.altitudeMeters, \.horizontalAccuracyMeters, \.speedMetersPerSecond, \.courseDegrees,
            ] as [KeyPath<Fix, Double?>] {
                switch (fix[keyPath: value], back[keyPath: value]) {
                case (nil, nil): break
                case (let before?, let after?): #expect(abs(before - after) <= precision, "\(message)")
                default: Issue.record("a value appeared or was lost: \(message)")
                }
            }
        }
    }

    @Test func `plain JSON`() throws {
        for isNumber in [false, true] {
            try check("plain JSON") { fix in
                let milliseconds = Int(fix.time.nanosecondsSinceEpoch / 1_000_000)
                return JSONText.object([
                    .init("latitude", .number(fix.position.latitudeDegrees)),
                    .init("longitude", .number(fix.position.longitudeDegrees)),
                    .init("time", isNumber ? .integer(milliseconds) : .string(fix.time.iso8601)),
                    .init("altitude", JSONText(fix.altitudeMeters)),
                    .init("accuracy", JSONText(fix.horizontalAccuracyMeters)),
                    .init("speed", JSONText(fix.speedMetersPerSecond)), .init("course", JSONText(fix.courseDegrees)),
                    .init("device", "Bus.7"),
                ]).text
            } read: {
                try PlainPosition.position(json: $0, device: nil, in: sessions)
            }
        }
    }

    @Test func `OwnTracks, whose times are whole seconds`() throws {
        try check("OwnTracks", timePrecisionSeconds: 1) { fix in
            JSONText.object([
                .init("_type", "location"), .init("lat", .number(fix.position.latitudeDegrees)),
                .init("lon", .number(fix.position.longitudeDegrees)),
                .init("tst", .integer(Int(fix.time.nanosecondsSinceEpoch / 1_000_000_000))),
                .init("alt", JSONText(fix.altitudeMeters)), .init("acc", JSONText(fix.horizontalAccuracyMeters)),
                .init("vel", JSONText(fix.speedMetersPerSecond.map { $0 * 3.6 })),
                .init("cog", JSONText(fix.courseDegrees)), .init("topic", "owntracks/bus/7"),
            ]).text
        } read: {
            try OwnTracksMessage.position(json: $0, device: nil, in: sessions)
        }
    }

    @Test(arguments: [1, 1000]) func `OsmAnd, in seconds or milliseconds`(unitsPerSecond: Int64) throws {
        try check("OsmAnd", timePrecisionSeconds: unitsPerSecond == 1 ? 1 : 0) { fix in
            func parameter(_ name: String, _ value: Double?) -> String { value.map { "&\(name)=\($0)" } ?? "" }
            return "timestamp=\(fix.time.nanosecondsSinceEpoch / (1_000_000_000 / unitsPerSecond))&id=Bus%2f7"
                + parameter("lat", fix.position.latitudeDegrees) + parameter("lon", fix.position.longitudeDegrees)
                + parameter("altitude", fix.altitudeMeters) + parameter("accuracy", fix.horizontalAccuracyMeters)
                + parameter("speed", fix.speedMetersPerSecond.map { $0 * 3600 / 1852 })
                + parameter("bearing", fix.courseDegrees)
        } read: {
            try OsmAndRequest.position(FormParameters(form: $0), in: sessions)
        }
    }

    @Test func `Traccar Client`() throws {
        try check("Traccar Client") { fix in
            JSONText.object([
                .init(
                    "location",
                    [
                        "timestamp": .string(fix.time.iso8601Milliseconds),
                        "coords": [
                            "latitude": .number(fix.position.latitudeDegrees),
                            "longitude": .number(fix.position.longitudeDegrees),
                            "altitude": JSONText(fix.altitudeMeters),
                            "accuracy": JSONText(fix.horizontalAccuracyMeters),
                            "speed": .number(fix.speedMetersPerSecond ?? -1),
                            "heading": .number(fix.courseDegrees ?? -1),
                        ],
                    ]), .init("device_id", "BUS 7"),
            ]).text
        } read: {
            try TraccarClientMessage.position(json: $0, in: sessions)
        }
    }

    @Test func `Traccar's forwarding, which has 0 for an unknown accuracy`() throws {
        try check("Traccar") { fix in
            JSONText.object([
                .init(
                    "position",
                    [
                        "fixTime": .string(fix.time.iso8601Milliseconds.replacing("Z", with: "+00:00")),
                        "valid": true, "latitude": .number(fix.position.latitudeDegrees),
                        "longitude": .number(fix.position.longitudeDegrees), "altitude": JSONText(fix.altitudeMeters),
                        "accuracy": .number(fix.horizontalAccuracyMeters ?? 0),
                        "speed": JSONText(fix.speedMetersPerSecond.map { $0 * 3600 / 1852 }),
                        "course": JSONText(fix.courseDegrees),
                    ]), .init("device", ["uniqueId": "bus-7"]),
            ]).text
        } read: {
            try TraccarForward.position(json: $0, in: sessions)
        }
    }

    @Test func `mutated messages are refused or read, and never crash`() throws {
        var generator = SplitMix64.announced(for: "mutated trackers")
        let messages = [
            #"{"_type":"location","lat":48.85833,"lon":2.29513,"tst":1497476456,"acc":12,"vel":54,"tid":"JJ"}"#,
            #"{"location":{"timestamp":"2025-05-09T04:11:30Z","coords":{"latitude":1,"longitude":2}},"device_id":"1"}"#,
            #"{"position":{"fixTime":"2025-05-09T04:11:30Z","latitude":1,"longitude":2},"device":{"uniqueId":"1"}}"#,
            "id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&hdop=6.0&speed=0.0",
        ].map { Array($0.utf8) }
        for _ in 0..<20_000 {
            var bytes = messages.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            for position in TrackerPosition.allReadings(of: bytes, in: sessions) {
                #expect(position.fix.isPossible, "\(bytes)")
            }
        }
    }
}

extension TrackerPosition {
    /// The positions that any of the formats reads from a message.
    static func allReadings(of bytes: [UInt8], in sessions: DeviceSessions) -> [TrackerPosition] {
        [
            try? OwnTracksMessage.position(json: bytes, device: nil, in: sessions),
            try? PlainPosition.position(json: bytes, device: "bus-7", in: sessions),
            try? TraccarClientMessage.position(json: bytes, in: sessions),
            try? TraccarForward.position(json: bytes, in: sessions),
            try? OsmAndRequest.position(FormParameters(form: bytes), in: sessions),
        ].compactMap(\.self)
    }
}
