import FoundationEssentials
import NavigationEvents

/// What is read of the JSON objects that gpsd sends, one a line.
enum GPSDReport {
    case position(TimePositionVelocity)
    case sky(Sky)
    case attitude(Attitude)
    case error(String)
    case devices([String])
    /// A class that says nothing of positions.
    case other

    /// Reads a line; `nil` if it is no JSON object of a known shape.
    init?(line: [UInt8], decoder: JSONDecoder) {
        let data = Data(line)
        func read<Value: Decodable>(_ type: Value.Type) -> Value? { try? decoder.decode(type, from: data) }
        guard let head = read(Head.self) else { return nil }
        switch head.class {
        case "TPV":
            guard let report = read(TimePositionVelocity.self) else { return nil }
            self = .position(report)
        case "SKY":
            guard let report = read(Sky.self) else { return nil }
            self = .sky(report)
        case "ATT", "IMU":
            guard let report = read(Attitude.self) else { return nil }
            self = head.class == "ATT" ? .attitude(report) : .other
        case "ERROR": self = .error(head.message ?? "no message")
        case "DEVICES": self = .devices((head.devices ?? []).map { $0.path ?? "" })
        default: self = .other
        }
    }

    private struct Head: Decodable {
        var `class`: String
        var message: String?
        var devices: [Device]?

        struct Device: Decodable { var path: String? }
    }

    struct TimePositionVelocity: Decodable {
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

    struct Sky: Decodable {
        var device: String?
        var hdop: Double?
        var nSat: Int?
        var uSat: Int?
        var satellites: [Satellite]?

        struct Satellite: Decodable { var used: Bool? }
    }

    struct Attitude: Decodable {
        var device: String?
        var heading: Double?
    }
}
