import NavigationEvents
import Platform
import Testing

@testable import Trackers

/// The messages that the projects document, and what navbus reads from them.
@Suite("Messages of trackers")
struct TrackerMessageTests {
    private let sessions = DeviceSessions()

    private func ownTracks(_ json: String, device: String? = "jane/phone") throws -> TrackerPosition? {
        try OwnTracksMessage.position(json: Array(json.utf8), device: device, in: sessions)
    }

    private func plain(_ json: String, device: String? = "bus-7") throws -> TrackerPosition {
        try PlainPosition.position(json: Array(json.utf8), device: device, in: sessions)
    }

    private func osmAnd(_ query: String) throws -> TrackerPosition {
        try OsmAndRequest.position(FormParameters(form: Array(query.utf8)), in: sessions)
    }

    private func client(_ json: String) throws -> TrackerPosition {
        try TraccarClientMessage.position(json: Array(json.utf8), in: sessions)
    }

    private func forward(_ json: String) throws -> TrackerPosition {
        try TraccarForward.position(json: Array(json.utf8), in: sessions)
    }

    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }

    // MARK: - OwnTracks

    @Test func `OwnTracks reports speed in kilometres per hour`() throws {
        let position = try #require(
            try ownTracks(
                """
                {"_type":"location","acc":12,"alt":519,"batt":87,"cog":271,"lat":48.85833,"lon":2.29513,"tid":"JP",\
                "tst":1497476456,"vac":3,"vel":54,"conn":"m"}
                """))
        #expect(position.session.name == "jane-phone")
        #expect(
            position.fix
                == Fix(
                    time: try time("2017-06-14T21:40:56Z"),
                    position: Coordinate(latitudeDegrees: 48.85833, longitudeDegrees: 2.29513), altitudeMeters: 519,
                    horizontalAccuracyMeters: 12, speedMetersPerSecond: 15, courseDegrees: 271))
    }

    @Test(arguments: [
        (#""topic":"owntracks/Jane/phone","tid":"JJ""#, "jane-phone"), (#""tid":"JJ""#, "jj"),
    ])
    func `OwnTracks names the device by topic or tracker id`(members: String, name: String) throws {
        let json = #"{"lon":2.29513,"lat":48.85833,"_type":"location","tst":1497476456,\#(members)}"#
        #expect(try ownTracks(json, device: nil)?.session.name == name)
    }

    @Test func `a topic names user and device`() {
        #expect(OwnTracksMessage.device(topic: "owntracks/jane/phone") == "jane/phone")
        for topic in ["owntracks/jane", "owntracks/jane/phone/event", "owntracks//phone", "a/jane/phone", ""] {
            #expect(OwnTracksMessage.device(topic: topic) == nil)
        }
    }

    @Test(arguments: ["", #"{"_type":"lwt","tst":1}"#, #"{"_type":"transition","lat":1,"lon":2,"event":"enter"}"#])
    func `messages without positions are ignored`(json: String) throws {
        #expect(try ownTracks(json) == nil)
    }

    @Test func `an encrypted message is refused`() {
        #expect(throws: TrackerError.encrypted) { try ownTracks(#"{"_type":"encrypted","data":"AAAA"}"#) }
    }

    // MARK: - OsmAnd

    @Test(arguments: [
        "id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&hdop=6.0&altitude=224.0&speed=10",
        "id=902064&lat=42.06288&lon=-88.23412&timestamp=1453920947&hdop=6.0&altitude=224.0&speed=10",
        "id=902064&lat=42.06288&lon=-88.23412&timestamp=1453920947000&hdop=6.0&altitude=224.0&speed=10",
        "deviceid=902064&location=42.06288,-88.23412&timestamp=2016-01-27+18%3A55%3A47&hdop=6&altitude=224&speed=10",
        "id=902064&lat=42.06288&lon=-88.23412&timestamp=1453920947&accuracy=30&hdop=1&altitude=224&speed=10&valid=true",
        "id=902064&cell=257,02,16,2224&cell=257,02,16,2223,-90&lat=42.06288&lon=-88.23412&timestamp=1453920947&hdop=6"
            + "&altitude=224&speed=10&bearing=",
    ])
    func `OsmAnd reports speed in knots, and time in many forms`(query: String) throws {
        let position = try osmAnd(query)
        #expect(position.session.name == "902064")
        #expect(
            position.fix
                == Fix(
                    time: try time("2016-01-27T18:55:47Z"),
                    position: Coordinate(latitudeDegrees: 42.06288, longitudeDegrees: -88.23412), altitudeMeters: 224,
                    horizontalAccuracyMeters: 30, speedMetersPerSecond: 10 * 1852 / 3600))
    }

    @Test(arguments: ["bearing", "heading"])
    func `OsmAnd has two names of the course`(name: String) throws {
        let query = "id=1&lat=40.7232948571&lon=-74.0061408571&timestamp=1504763810&\(name)=7.19889788244"
        #expect(try osmAnd(query).fix.courseDegrees == 7.19889788244)
    }

    @Test(arguments: ["false", "0"])
    func `OsmAnd says that it has no fix`(valid: String) {
        #expect(throws: TrackerError.noFix) { try osmAnd("id=1&lat=1&lon=2&timestamp=1504763810&valid=\(valid)") }
    }

    // MARK: - Traccar

    @Test func `Traccar Client reports speed in metres per second`() throws {
        let position = try client(
            """
            {"location":{"event":"motionchange","is_moving":false,"uuid":"0e9a2473","timestamp":"2021-07-21T08:06:34.444Z",\
            "odometer":0,"coords":{"latitude":-6.1148096,"longitude":106.6837015,"accuracy":3.8,"speed":18.67,\
            "speed_accuracy":0.26,"heading":63,"heading_accuracy":0.28,"altitude":35.7,"altitude_accuracy":3.8},\
            "extras":{}},"device_id":"8737767034"}
            """)
        #expect(position.session.name == "8737767034")
        #expect(
            position.fix
                == Fix(
                    time: try time("2021-07-21T08:06:34.444Z"),
                    position: Coordinate(latitudeDegrees: -6.1148096, longitudeDegrees: 106.6837015),
                    altitudeMeters: 35.7, horizontalAccuracyMeters: 3.8, speedMetersPerSecond: 18.67,
                    speedAccuracyMetersPerSecond: 0.26, courseDegrees: 63))
    }

    @Test func `Traccar Client sends -1 for what it does not know`() throws {
        let fix = try client(
            """
            {"location":{"extras":{},"mock":true,"coords":{"speed_accuracy":-1,"speed":-1,"longitude":-122.406417,\
            "floor":null,"latitude":37.785834000000001,"accuracy":5,"altitude":0,"heading":-1},\
            "timestamp":"2025-05-09T04:11:30.579Z"},"device_id":"658765"}
            """
        ).fix
        #expect(fix.speedMetersPerSecond == nil && fix.speedAccuracyMetersPerSecond == nil && fix.courseDegrees == nil)
        #expect(fix.horizontalAccuracyMeters == 5)
    }

    private func forwarded(_ members: String = #""valid":true"#) -> String {
        """
        {"position":{"id":1,"attributes":{"motion":true},"deviceId":10,"protocol":"osmand",\
        "serverTime":"2024-05-20T14:30:00.000+00:00","deviceTime":"2024-05-20T14:29:55.000+00:00",\
        "fixTime":"2024-05-20T14:29:55.000+00:00",\(members),"latitude":-23.55052,"longitude":-46.633308,\
        "altitude":760.0,"speed":13.5,"course":180.0,"address":null,"accuracy":0.0,"network":null},\
        "device":{"id":10,"name":"Car 01","uniqueId":"123456789012345","status":"online"}}
        """
    }

    @Test func `Traccar forwards speed in knots`() throws {
        let position = try forward(forwarded())
        #expect(position.session.name == "123456789012345")
        #expect(
            position.fix
                == Fix(
                    time: try time("2024-05-20T14:29:55Z"),
                    position: Coordinate(latitudeDegrees: -23.55052, longitudeDegrees: -46.633308),
                    altitudeMeters: 760, speedMetersPerSecond: 13.5 * 1852 / 3600, courseDegrees: 180))
    }

    @Test(arguments: [#""valid":false"#, #""valid":true,"outdated":true"#])
    func `Traccar forwards last known positions, which are no fixes`(members: String) {
        #expect(throws: TrackerError.noFix) { try forward(forwarded(members)) }
    }

    // MARK: - Plain JSON

    @Test(arguments: [#""2026-05-04T10:00:01.25+02:00""#, "1777881601.25", "1777881601250"])
    func `plain JSON has the units of navbus`(written: String) throws {
        let position = try plain(
            """
            {"latitude":48.137,"longitude":11.575,"time":\(written),"accuracy":4,"speed":12.5,"course":360,\
            "altitude":-3,"speedAccuracy":0.5,"device":"ignored"}
            """)
        #expect(position.session.name == "bus-7")
        #expect(
            position.fix
                == Fix(
                    time: try time("2026-05-04T08:00:01.250Z"),
                    position: Coordinate(latitudeDegrees: 48.137, longitudeDegrees: 11.575), altitudeMeters: -3,
                    horizontalAccuracyMeters: 4, speedMetersPerSecond: 12.5, speedAccuracyMetersPerSecond: 0.5,
                    courseDegrees: 0))
    }

    // MARK: - Refusals

    @Test(arguments: [
        (#"{"longitude":1,"time":1}"#, TrackerError.missingField("latitude")),
        (#"{"latitude":1,"longitude":null,"time":1}"#, .missingField("longitude")),
        (#"{"latitude":1,"longitude":1}"#, .missingField("time")),
        (#"{"latitude":"1","longitude":1,"time":1}"#, .invalidField("latitude", wanted: "a finite number")),
        (#"{"latitude":1e999,"longitude":1,"time":1}"#, .invalidField("latitude", wanted: "a finite number")),
        (#"{"latitude":1,"longitude":1,"time":1,"speed":1e999}"#, .invalidField("speed", wanted: "a finite number")),
        (#"{"latitude":90.1,"longitude":1,"time":1}"#, .outOfRange("latitude")),
        (#"{"latitude":1,"longitude":-180.1,"time":1}"#, .outOfRange("longitude")),
        (#"{"latitude":1e300,"longitude":1,"time":1}"#, .outOfRange("latitude")),
        (#"{"latitude":1,"longitude":1,"time":-1}"#, .outOfRange("time")),
        (#"{"latitude":1,"longitude":1,"time":1e300}"#, .outOfRange("time")),
        (#"{"latitude":1,"longitude":1,"time":7258118400000}"#, .outOfRange("time")),
        (#"{"latitude":1,"longitude":1,"time":"2200-01-01T00:00:00Z"}"#, .outOfRange("time")),
        (#"{"latitude":0,"longitude":-0.0,"time":1}"#, .noFix),
        (#"{"latitude":1,"latitude":1,"longitude":1,"time":1}"#, .repeatedField("latitude")),
        (#"{"latitude":1,"longitude":1,"time":1,"speed":1,"speed":null}"#, .repeatedField("speed")),
        ("[]", .invalidField("the message", wanted: "an object")),
        ("7", .invalidField("the message", wanted: "an object")),
    ])
    func `a plain position is refused with the reason`(json: String, error: TrackerError) {
        #expect(throws: error) { try plain(json) }
    }

    @Test(arguments: [
        #"{"latitude":NaN,"longitude":1,"time":1}"#, #"{"latitude":Infinity}"#, "{", "", "\u{0}", "latitude=1", "{}x",
        String(repeating: "[", count: 60_000), String(repeating: #"{"position":"#, count: 5000),
    ])
    func `a message that is not JSON is refused`(json: String) {
        for parse in [forward, client, { try plain($0) }] {
            let error = #expect(throws: TrackerError.self) { try parse(json) }
            #expect(error?.kind == .notJSON)
        }
    }

    @Test func `nested objects are named in refusals`() {
        #expect(throws: TrackerError.missingField("position")) { try forward("{}") }
        #expect(throws: TrackerError.missingField("position.latitude")) { try forward(#"{"position":{}}"#) }
        #expect(throws: TrackerError.missingField("location.coords")) {
            try client(#"{"location":{"timestamp":"2025-05-09T04:11:30.579Z"}}"#)
        }
        #expect(throws: TrackerError.missingField("device.uniqueId")) {
            try forward(forwarded().replacing(#""uniqueId":"123456789012345","#, with: ""))
        }
        #expect(throws: TrackerError.missingField("tid")) {
            try ownTracks(#"{"_type":"location","lat":1,"lon":2,"tst":1}"#, device: nil)
        }
    }

    @Test(arguments: [
        ("lat=1&lon=2&timestamp=1504763810", TrackerError.missingField("id")),
        ("id=1&lon=2&timestamp=1504763810", .missingField("lat")),
        ("id=1&lat=1&lon=2", .missingField("timestamp")),
        ("id=1&lat=NaN&lon=2&timestamp=1504763810", .invalidField("lat", wanted: "a finite number")),
        ("id=1&lat=inf&lon=2&timestamp=1504763810", .invalidField("lat", wanted: "a finite number")),
        ("id=1&lat=1&lon=2&timestamp=1504763810&speed=1e999", .invalidField("speed", wanted: "a finite number")),
        ("id=1&lat=1&lat=1&lon=2&timestamp=1504763810", .repeatedField("lat")),
        ("id=1&location=1,2&lat=1&lon=2&timestamp=1504763810", .repeatedField("lat")),
        ("id=1&location=1&timestamp=1504763810", .invalidField("location", wanted: "latitude,longitude")),
        ("id=1&lat=1&lon=200&timestamp=1504763810", .outOfRange("lon")),
        ("id=1&lat=0&lon=0&timestamp=1504763810", .noFix),
        ("id=%2F&lat=1&lon=2&timestamp=1504763810", .noSession(device: "/")),
        ("id=1&lat=1&lon=2&timestamp=1504763810&valid=maybe", .invalidField("valid", wanted: "true, false, 1 or 0")),
        ("id=%zz", .notForm(problem: "% must be followed by two hexadecimal digits")),
        ("id=%4", .notForm(problem: "% must be followed by two hexadecimal digits")),
        ("id=%ff", .notForm(problem: "they are not UTF-8")),
    ])
    func `an OsmAnd request is refused with the reason`(query: String, error: TrackerError) {
        #expect(throws: error) { try osmAnd(query) }
    }

    @Test func `a message of a megabyte is refused`() {
        let megabyte = [UInt8](repeating: UInt8(ascii: " "), count: 1_000_000)
        let error = TrackerError.tooLarge(byteCount: 1_000_000)
        #expect(throws: error) { try PlainPosition.position(json: megabyte, device: nil, in: sessions) }
        #expect(throws: error) { try OwnTracksMessage.position(json: megabyte, device: nil, in: sessions) }
        #expect(throws: error) { try FormParameters(form: megabyte) }
    }

    @Test func `a refusal is one line`() {
        let error = TrackerError.noSession(device: "\u{1B}[2J\n" + String(repeating: "x", count: 1000))
        #expect("\(error)".utf8.count < 300)
        #expect("\(error)".unicodeScalars.allSatisfy { !$0.controlsTerminal })
    }
}
