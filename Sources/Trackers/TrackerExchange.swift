import CMicroHTTPD
import HTTPServer

/// A request of a tracker until its answer. Used on the thread of the listener only.
final class TrackerExchange {
    /// Where the exchange is.
    enum Stage {
        /// The body is arriving.
        case receiving
        /// The handler has the position since this time, in seconds of the monotonic clock; the connection is suspended.
        case waiting(since: Double)
        /// The reply is known.
        case answered(HTTPReply)
    }

    /// Larger bodies close the connection; smaller ones are read, so that the tracker can read the refusal.
    static let maxDiscardedBytes = 1 << 20

    let number: UInt64
    let connection: OpaquePointer
    var request: TrackerRequest
    var stage: Stage
    /// Whether the token must still come, as the name of the device.
    var needsToken = false
    private var byteCount = 0

    init(_ number: UInt64, _ connection: OpaquePointer, _ request: TrackerRequest, stage: Stage) {
        (self.number, self.connection, self.request, self.stage) = (number, connection, request, stage)
    }

    /// Adds a part of the body.
    ///
    /// - Returns: Whether more is read.
    func add(_ part: UnsafeRawBufferPointer) -> Bool {
        byteCount += part.count
        guard case .receiving = stage else { return byteCount <= Self.maxDiscardedBytes }
        if byteCount > TrackerPosition.maxBytes {
            request.body = []
            stage = .answered(Self.reply(to: .tooLarge(byteCount: byteCount)))
        } else {
            request.body += part
        }
        return true
    }

    /// The reply to an outcome.
    func reply(to outcome: TrackerOutcome) -> HTTPReply {
        switch outcome {
        case .accepted:
            request.endpoint == .ownTracks
                ? HTTPReply("application/json", .bytes(Array("[]".utf8)))
                : HTTPReply("text/plain; charset=utf-8", .bytes([]))
        case .busy(let seconds):
            HTTPReply(
                refusing: 503, "The position cannot be accepted for the moment; send it again.",
                headers: [("Retry-After", "\(max(seconds, 1))")])
        }
    }

    /// The reply to an error.
    static func reply(to error: TrackerError) -> HTTPReply {
        HTTPReply(refusing: error.kind == .tooLarge ? 413 : 400, "failed to \(error)")
    }
}
