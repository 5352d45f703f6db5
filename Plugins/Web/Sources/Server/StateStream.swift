import CMicroHTTPD
import HTTPServer

/// The event stream of one browser. Each event is the complete newest state; a slow browser gets fewer events.
///
/// Used on the thread of the server only.
final class StateStream {
    /// The next data of a stream.
    enum Supply {
        case bytes([UInt8])
        case nothing
        case end
    }

    /// The value that ends a response in libmicrohttpd.
    private static let end = -1
    private static let blockBytes = 16_384

    let connection: OpaquePointer
    /// The address of the browser, for the limit per address.
    let address: IPAddress?
    /// The time of the last sent event, in seconds of the monotonic clock.
    var lastSentAt: Double
    /// The number of the last sent state.
    var stateNumber: UInt64 = 0
    /// Whether a heartbeat is due.
    var needsHeartbeat = false
    private(set) var isWaiting = false
    private var pending: [UInt8]
    private var sentCount = 0
    private let supply: (StateStream) -> Supply

    init(
        _ connection: OpaquePointer, from address: IPAddress?, at now: Double, supply: @escaping (StateStream) -> Supply
    ) {
        self.connection = connection
        self.address = address
        lastSentAt = now
        // After a lost connection, the browser reconnects after this time in milliseconds.
        pending = Array("retry: 1000\n\n".utf8)
        self.supply = supply
    }

    /// Whether the browser has closed the connection, which is not detected otherwise while nothing is sent.
    var isGone: Bool { navbus_is_hung_up(navbus_mhd_socket(connection)) }

    /// Resumes a suspended connection when there is new data. A stream that still sends fetches the data by itself.
    func resume() {
        guard isWaiting else { return }
        isWaiting = false
        MHD_resume_connection(connection)
    }

    /// Fills a buffer.
    ///
    /// - Returns: The number of bytes; 0 if there is no data yet, -1 at the end.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        if sentCount == pending.count {
            switch supply(self) {
            case .bytes(let bytes): (pending, sentCount) = (bytes, 0)
            case .end: return Self.end
            case .nothing:
                isWaiting = true
                MHD_suspend_connection(connection)
                return 0
            }
        }
        let count = min(buffer.count, pending.count - sentCount)
        buffer.copyBytes(from: pending[sentCount..<(sentCount + count)])
        sentCount += count
        return count
    }

    /// Queues the response, which libmicrohttpd reads block by block.
    ///
    /// - Parameter more: Further headers.
    func send(_ more: [(String, String)]) -> MHD_Result {
        let response = MHD_create_response_from_callback(
            UInt64.max, Self.blockBytes,
            { stream, _, buffer, count in
                guard let stream, let buffer else { return -1 }
                return Unmanaged<StateStream>.fromOpaque(stream).takeUnretainedValue()
                    .fill(UnsafeMutableRawBufferPointer(start: buffer, count: count))
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        let headers =
            HTTPReply.common + [
                ("Content-Type", "text/event-stream"), ("Content-Security-Policy", HTTPReply.closedPolicy),
                // A proxy that buffers responses would delay the events.
                ("X-Accel-Buffering", "no"),
            ] + more
        return HTTPReply.queue(response, 200, headers, on: connection)
    }
}
