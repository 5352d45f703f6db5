import Glibc
import NavigationEvents
import ZeroMQ

/// A key for each number.
func key(_ number: UInt8) -> CurveKey {
    guard let key = CurveKey(bytes: [UInt8](repeating: number, count: 32)) else { preconditionFailure("32 bytes") }
    return key
}

extension ControlVitals {
    static func make(_ control: String) -> ControlVitals { ControlVitals(control: control, processID: 1) }
}

extension Hello {
    static func make(control: String) -> Hello {
        Hello(control: control, session: .main, topics: Topic.allCases, processID: getpid())
    }
}
