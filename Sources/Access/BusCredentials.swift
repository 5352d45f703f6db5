import Glibc
public import ZeroMQ

/// The keys of a client on another machine: its own, and the public key of the bus.
public struct BusCredentials: Sendable, Hashable {
    /// The client's own keys.
    public var own: CurveKeyPair
    /// The public key of the bus.
    public var bus: CurveKey

    /// Makes credentials.
    public init(own: CurveKeyPair, bus: CurveKey) {
        self.own = own
        self.bus = bus
    }

    /// Reads the key of the client from its file, which only its owner may be able to read.
    ///
    /// - Parameters:
    ///   - keyFile: File that was written by `navbus keys new`.
    ///   - busKey: Output of `navbus keys show` on the machine of the bus.
    public init(keyFile: String, busKey: String) throws(KeyProblem) {
        guard let bus = CurveKey(busKey) else { throw .badKey(busKey) }
        guard let own = try KeyFile.keyPair(keyFile) else {
            throw .system(operation: "read", path: keyFile, reason: "there is no such file")
        }
        self.init(own: own, bus: bus)
    }

    /// The credentials named by `NAVBUS_KEY` (a file) and `NAVBUS_BUS_KEY`; `nil` if neither is set.
    public static func environment() throws(KeyProblem) -> BusCredentials? {
        let (file, key) = (variable("NAVBUS_KEY"), variable("NAVBUS_BUS_KEY"))
        if file.isEmpty && key.isEmpty { return nil }
        return try BusCredentials(keyFile: file, busKey: key)
    }

    private static func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
}
