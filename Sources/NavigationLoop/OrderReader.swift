import EventCodec
import Glibc
import NavigationEvents

/// Reads launch orders from a descriptor, each a length and so many bytes.
struct OrderReader {
    /// More than any order has: a plan holds the settings of all controls.
    static let longest = 16 * 1024 * 1024

    /// What comes next.
    enum Input: Sendable {
        case order(LaunchOrder)
        /// What came is no order, and nothing behind it can be trusted.
        case malformed(String)
        /// The other side has closed its end, or died.
        case end
    }

    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next order.
    func next() -> Input {
        guard let head = read(4) else { return .end }
        let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard (1...Self.longest).contains(length) else {
            return .malformed("an order of \(length) bytes; they have 1 to \(Self.longest)")
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
