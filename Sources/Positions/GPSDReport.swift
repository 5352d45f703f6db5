import NavigationEvents
import Platform

/// The used contents of the JSON objects that gpsd sends, one per line.
enum GPSDReport {
    case position(TimePositionVelocity)
    case sky(Sky)
    case attitude(Attitude)
    case error(String)
    case devices([String])
    /// A class without positions or headings.
    case other

    /// Parses a line; `nil` if it is not a JSON object of a known shape.
    init?(line: [UInt8]) {
        guard let root = try? JSONDocument(line).root else { return nil }
        do throws(GPSDObject.Mismatch) {
            let object = try GPSDObject(root)
            switch try object.text("class") {
            case nil: return nil
            case "TPV": self = .position(try TimePositionVelocity(object))
            case "SKY": self = .sky(try Sky(object))
            case "ATT": self = .attitude(try Attitude(object))
            case "ERROR": self = .error(try object.text("message") ?? "no message")
            case "DEVICES":
                self = .devices(
                    try (object.objects("devices") ?? []).map { device throws(GPSDObject.Mismatch) in
                        try device.text("path") ?? ""
                    })
            default: self = .other
            }
        } catch {
            return nil
        }
    }

    struct TimePositionVelocity {
        var device: String?
        var mode: Int?
        var status: Int?
        var time: String?
        var lat: Double?
        var lon: Double?
        var altMSL: Double?
        var alt: Double?
        var speed: Double?
        var track: Double?
        var eph: Double?
        var epx: Double?
        var epy: Double?
        var eps: Double?
    }

    struct Sky {
        var device: String?
        var hdop: Double?
        var nSat: Int?
        var uSat: Int?
        /// Whether each satellite is used; `nil` if not given.
        var satellites: [Bool?]?
    }

    struct Attitude {
        var device: String?
        var time: String?
        /// Heading from true north, degrees.
        var heading: Double?
        /// Heading from magnetic north, degrees.
        var mheading: Double?
    }
}

extension GPSDReport.TimePositionVelocity {
    fileprivate init(_ object: GPSDObject) throws(GPSDObject.Mismatch) {
        device = try object.text("device")
        mode = try object.integer("mode")
        status = try object.integer("status")
        time = try object.text("time")
        lat = try object.number("lat")
        lon = try object.number("lon")
        altMSL = try object.number("altMSL")
        alt = try object.number("alt")
        speed = try object.number("speed")
        track = try object.number("track")
        eph = try object.number("eph")
        epx = try object.number("epx")
        epy = try object.number("epy")
        eps = try object.number("eps")
    }
}

extension GPSDReport.Sky {
    fileprivate init(_ object: GPSDObject) throws(GPSDObject.Mismatch) {
        device = try object.text("device")
        hdop = try object.number("hdop")
        nSat = try object.integer("nSat")
        uSat = try object.integer("uSat")
        satellites = try object.objects("satellites")?.map { satellite throws(GPSDObject.Mismatch) in
            try satellite.bool("used")
        }
    }
}

extension GPSDReport.Attitude {
    fileprivate init(_ object: GPSDObject) throws(GPSDObject.Mismatch) {
        device = try object.text("device")
        time = try object.text("time")
        heading = try object.number("heading")
        mheading = try object.number("mheading")
    }
}

/// The members of an object, by name and type; a missing or null member is `nil`, one of another type an error.
private struct GPSDObject {
    struct Mismatch: Error {}

    private let node: JSONNode

    init(_ node: JSONNode) throws(Mismatch) {
        guard node.kind == .object else { throw Mismatch() }
        self.node = node
    }

    func text(_ name: StaticString) throws(Mismatch) -> String? { try value(name, \.text) }

    func number(_ name: StaticString) throws(Mismatch) -> Double? { try value(name, \.number) }

    func integer(_ name: StaticString) throws(Mismatch) -> Int? {
        guard let number = try number(name) else { return nil }
        guard let integer = Int(exactly: number) else { throw Mismatch() }
        return integer
    }

    func bool(_ name: StaticString) throws(Mismatch) -> Bool? { try value(name, \.flag) }

    func objects(_ name: StaticString) throws(Mismatch) -> [GPSDObject]? {
        try value(name, \.elements)?.map { element throws(Mismatch) in try GPSDObject(element) }
    }

    private func value<Value>(_ name: StaticString, _ kind: (JSONNode) -> Value?) throws(Mismatch) -> Value? {
        guard let member = node.member(name) else { return nil }
        guard let value = kind(member) else { throw Mismatch() }
        return value
    }
}
