import Glibc

/// A call of the system failed. The description completes "failed to …".
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation, as an infinitive: "start a thread".
    public var operation: String
    /// The error number of the system.
    public var code: Int32
    /// The remedy; empty if there is no general one.
    public var remedy: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - operation: The operation, as an infinitive.
    ///   - code: The error number; `nil`: that of the latest call of this thread.
    ///   - remedy: The remedy.
    public init(operation: String, code: Int32? = nil, remedy: String = "") {
        self.operation = operation
        self.code = code ?? errno
        self.remedy = remedy
    }

    /// The reason in the system's words.
    public var reason: String { Self.text(code) }

    /// An error number in the system's words.
    public static func text(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The operation, the reason and the remedy.
    public var description: String { "\(operation): \(reason)\(remedy.isEmpty ? "" : "; \(remedy)")" }
}
