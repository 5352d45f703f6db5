import CMicroHTTPD

/// A browser that watches. It gets whole states, each time the newest there is: one that reads slowly gets fewer of them.
///
/// Lives on the thread of the server.
final class EventStream {
    /// What a stream is to do when the browser can take more.
    enum Supply {
        case bytes([UInt8])
        case nothing
        case end
    }

    /// What tells libmicrohttpd that nothing more comes.
    private static let end = -1

    let connection: OpaquePointer
    /// Who watches, so that one address does not take all the places.
    let address: IPAddress?
    /// When the last event was given out, in seconds of the monotonic clock.
    var fedAt: Double
    /// The number of the last state that was given out.
    var stateNumber: UInt64 = 0
    /// Whether a beat is to be sent.
    var wantsBeat = false
    private(set) var isWaiting = false
    private var pending: [UInt8]
    private var sentCount = 0
    private let supply: (EventStream) -> Supply

    init(
        _ connection: OpaquePointer, from address: IPAddress?, at now: Double, supply: @escaping (EventStream) -> Supply
    ) {
        self.connection = connection
        self.address = address
        fedAt = now
        // A browser that loses the connection tries again after so many milliseconds.
        pending = Array("retry: 1000\n\n".utf8)
        self.supply = supply
    }

    /// Whether the browser has gone. While there is nothing to send, nobody else notices.
    var isGone: Bool { navbus_is_hung_up(navbus_mhd_socket(connection)) }

    /// Gives the browser what is new. Called when there is something new; a stream that still sends takes it up by itself.
    func goOn() {
        guard isWaiting else { return }
        isWaiting = false
        MHD_resume_connection(connection)
    }

    /// Fills a buffer: how many bytes were put there; 0 while there is nothing, -1 at the end.
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
}
