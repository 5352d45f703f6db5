import EventCodec
import Glibc
import NavigationEvents

/// Reads launch orders from a descriptor, each preceded by its length.
struct LaunchOrderReader {
    /// Maximum size of a launch order, bytes: a plan holds the settings of all controls.
    static let maxBytes = 16 * 1024 * 1024

    /// The next input.
    enum Input: Sendable {
        case order(LaunchOrder)
        /// The bytes are not a launch order, and nothing after them can be trusted.
        case malformed(String)
        /// The other end was closed, or its process died.
        case end
    }

    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next input.
    func next() -> Input {
        guard let head = read(4) else { return .end }
        let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard (1...Self.maxBytes).contains(length) else {
            return .malformed("it has \(length) bytes, not 1 to \(Self.maxBytes)")
        }
        guard let bytes = read(length) else { return .end }
        do {
            return .order(try LaunchOrder(wireBytes: bytes))
        } catch {
            return .malformed("\(error)")
        }
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while bytes.count < count {
            let read = Glibc.read(descriptor, &piece, min(piece.count, count - bytes.count))
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { return nil }
            bytes.append(contentsOf: piece[..<read])
        }
        return bytes
    }
}
