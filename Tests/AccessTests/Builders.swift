import Glibc
import NavigationEvents
import ZeroMQ

/// A key for each number.
func key(_ number: UInt8) -> CurveKey {
    guard let key = CurveKey(bytes: [UInt8](repeating: number, count: 32)) else { preconditionFailure("32 bytes") }
    return key
}

extension ControlReport {
    static func make(_ control: String) -> ControlReport { ControlReport(control: control, kind: .note) }
}

extension ControlVitals {
    static func make(_ control: String) -> ControlVitals { ControlVitals(control: control, processID: 1) }
}

extension MissedEvents {
    static func make(_ topic: Topic) -> MissedEvents { MissedEvents(session: .main, topic: topic, first: 1, last: 2) }
}

extension Hello {
    static func make(control: String) -> Hello {
        Hello(control: control, session: .main, topics: Topic.allCases, processID: getpid())
    }
}

extension Fix {
    static func make() -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 0),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7), speedMetersPerSecond: 13)
    }
}
