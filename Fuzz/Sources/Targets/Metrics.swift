@testable import Metrics

extension FuzzTarget {
    /// Requests of any process of this machine to the metrics server, split in any way.
    static let metrics = FuzzTarget(
        name: "metrics", maxBytes: 2 * RequestHead.maxBytes, seeds: { [Array("GET /metrics HTTP/1.1\n\n".utf8)] }
    ) { bytes throws(FuzzFinding) in
        _ = RequestHead(bytes)
        let whole = exchange(bytes, pieceBytes: max(1, bytes.count))
        let pieces = exchange(bytes, pieceBytes: 1 + Int(bytes.first ?? 0) % 8)
        try FuzzFinding.unless(whole.answer == pieces.answer, "pieces that are answered otherwise than the whole")
        try FuzzFinding.unless(whole.stage != .reading, "a guest who said everything and gets no answer")
    }

    private static func exchange(_ bytes: [UInt8], pieceBytes: Int) -> MetricsExchange {
        var exchange = MetricsExchange()
        var rest = bytes[...]
        while !rest.isEmpty {
            exchange.receive(rest.prefix(pieceBytes))
            rest = rest.dropFirst(pieceBytes)
        }
        exchange.receiveEnd()
        exchange.provide("navbus_up 1\n")
        return exchange
    }
}
