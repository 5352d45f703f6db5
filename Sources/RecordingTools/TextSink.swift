import NavigationEvents
/// Buffers text and writes it in large blocks.
package final class TextSink {
    private var buffer: [UInt8] = []
    private let put: ([UInt8]) throws -> Void

    private static let blockBytes = 1 << 16

    /// - Parameter put: Writes a block.
    package init(_ put: @escaping ([UInt8]) throws -> Void) { self.put = put }

    /// Appends text unchanged.
    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.blockBytes { try flush() }
    }

    /// Writes the buffered text.
    package func flush() throws {
        guard !buffer.isEmpty else { return }
        try put(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
