import Access
import EventCodec
import NavigationEvents

/// Assembles requests that arrive in parts. A value: the bus asks it what to do with each part.
///
/// Few requests are open at a time, one of each peer. The parts of a request are kept until it is complete, invalid or
/// overdue, or until its connection ends.
struct RequestAssembly {
    /// The outcome of a part.
    enum Outcome: Sendable, Hashable {
        /// The part was accepted, and others follow.
        case pending
        /// The part was the last one: the bytes of the request.
        case whole([UInt8])
        /// The part is invalid, and the request is given up.
        case refused(RequestError)
        /// The part belongs to a request that was refused already.
        case passedOver
    }

    private struct Transfer {
        let context: RequestContext
        let totalBytes: Int
        var bytes: [UInt8] = []
        let begunNanoseconds: UInt64
        var lastPartNanoseconds: UInt64
    }

    /// Minimum bytes of a part that is not the last one.
    static let minPartBytes = 16 * 1024
    /// Bytes that a client puts into one part.
    static let partBytes = 60 * 1024
    /// Maximum number of requests that are open at a time.
    static let maxTransfers = 4
    /// Maximum nanoseconds until the next part, and for all parts.
    static let maxPauseNanoseconds: UInt64 = 3_000_000_000
    static let maxTransferNanoseconds: UInt64 = 60_000_000_000
    /// If all are open, a request without a part for so long gives way, in nanoseconds.
    private static let maxBusyPauseNanoseconds: UInt64 = 500_000_000

    private var transfers: [Connections.ID: Transfer] = [:]
    /// The ids of refused requests of which parts may still arrive.
    private var refused: [Connections.ID: UInt64] = [:]

    /// Bytes of all open requests.
    var byteCount: Int { transfers.values.reduce(0) { $0 + $1.totalBytes } }

    /// Whether a part of a request is expected over this connection.
    func isOpen(_ connection: Connections.ID) -> Bool { transfers[connection] != nil }

    /// Whether this is the expected part: its cost was charged with the first one.
    func expects(_ part: RequestPart, id: UInt64, over connection: Connections.ID) -> Bool {
        guard let transfer = transfers[connection] else { return false }
        return transfer.context.id == id && problem(of: part, in: transfer) == nil
    }

    /// Handles a part. Its sender may send routes.
    mutating func handle(
        _ part: RequestPart, _ context: RequestContext, over connection: Connections.ID, now: UInt64
    ) -> Outcome {
        if part.offset > 0, refused[connection] == context.id { return .passedOver }
        if part.offset == 0 {
            if let error = begin(part, context, connection, now: now) { return refuse(error, context, connection) }
        }
        guard var transfer = transfers[connection], transfer.context.id == context.id else {
            return refuse(
                RequestError(
                    code: .unavailable, text: "the first part of the request is missing; send all of it again"),
                context, connection)
        }
        if let text = problem(of: part, in: transfer) {
            return refuse(RequestError(code: .malformed, text: text), context, connection)
        }
        transfers[connection] = nil
        transfer.bytes.append(contentsOf: part.data)
        guard transfer.bytes.count < transfer.totalBytes else { return .whole(transfer.bytes) }
        transfer.lastPartNanoseconds = now
        transfers[connection] = transfer
        return .pending
    }

    /// Gives up the request of a connection that has ended.
    mutating func ended(_ connection: Connections.ID) {
        transfers[connection] = nil
        refused[connection] = nil
    }

    /// Gives up the requests whose parts take too long, and returns them.
    mutating func giveUpOverdue(now: UInt64) -> [RequestContext] {
        let overdue = transfers.filter { isOverdue($0.value, Self.maxPauseNanoseconds, now: now) }
        for (connection, transfer) in overdue {
            transfers[connection] = nil
            refused[connection] = transfer.context.id
        }
        return overdue.map(\.value.context)
    }

    /// The refusal of a request whose parts arrive too slowly.
    static let overdueError = RequestError(
        code: .unavailable, text: "the next part of the request did not come in time; send all of it again")

    private mutating func refuse(
        _ error: RequestError, _ context: RequestContext, _ connection: Connections.ID
    ) -> Outcome {
        transfers[connection] = nil
        refused[connection] = context.id
        return .refused(error)
    }

    /// Opens a request with its first part; returns the reason if that is impossible.
    private mutating func begin(
        _ part: RequestPart, _ context: RequestContext, _ connection: Connections.ID, now: UInt64
    ) -> RequestError? {
        // A first part replaces the former request of the same connection.
        ended(connection)
        guard context.id > 0 else {
            return RequestError(code: .malformed, text: "a request in parts needs an id, which its answer repeats")
        }
        guard let totalBytes = Int(exactly: part.totalBytes), totalBytes <= BusLimits.maxMessageBytes else {
            return RequestError(
                code: .forbidden,
                text:
                    "the request has \(part.totalBytes) bytes, and the bus accepts \(BusLimits.maxMessageBytes); "
                    + "make it smaller")
        }
        guard !transfers.values.contains(where: { $0.context.sender == context.sender }) else {
            return RequestError(
                code: .unavailable, text: "\(context.sender) already sends a request in parts; send one after the other"
            )
        }
        if transfers.count >= Self.maxTransfers, !giveUpIdle(now: now) {
            return RequestError(
                code: .unavailable, text: "\(transfers.count) large requests are being received; try again in a moment")
        }
        var transfer = Transfer(
            context: context, totalBytes: totalBytes, begunNanoseconds: now, lastPartNanoseconds: now)
        transfer.bytes.reserveCapacity(totalBytes)
        transfers[connection] = transfer
        return nil
    }

    /// Gives up the request with the longest wait for its next part; `false` if none waits too long.
    private mutating func giveUpIdle(now: UInt64) -> Bool {
        guard
            let (connection, idle) = transfers.min(by: { $0.value.lastPartNanoseconds < $1.value.lastPartNanoseconds }),
            isOverdue(idle, Self.maxBusyPauseNanoseconds, now: now)
        else { return false }
        transfers[connection] = nil
        refused[connection] = nil
        return true
    }

    private func isOverdue(_ transfer: Transfer, _ pause: UInt64, now: UInt64) -> Bool {
        now > transfer.lastPartNanoseconds &+ pause || now > transfer.begunNanoseconds &+ Self.maxTransferNanoseconds
    }

    private func problem(of part: RequestPart, in transfer: Transfer) -> String? {
        let rest = transfer.totalBytes - transfer.bytes.count
        guard part.totalBytes == UInt64(transfer.totalBytes), part.offset == UInt64(transfer.bytes.count) else {
            return "a part begins at \(part.offset) of \(part.totalBytes) bytes, and the next one begins at "
                + "\(transfer.bytes.count) of \(transfer.totalBytes)"
        }
        guard part.data.count <= rest, !part.data.isEmpty else {
            return "a part has \(part.data.count) bytes, and \(rest) are left of the request"
        }
        guard part.data.count == rest || part.data.count >= Self.minPartBytes else {
            return "a part has \(part.data.count) bytes; all but the last one have at least \(Self.minPartBytes)"
        }
        return nil
    }
}

extension Request {
    /// The frames of the request: one, or one for each part if the request is too large.
    func frames(id: UInt64) -> [[UInt8]] {
        let whole = RequestFrame(id: id, request: self).wireBytes()
        guard whole.count > BusLimits.maxUnsplitRequestBytes else { return [whole] }
        let bytes = wireBytes()
        return stride(from: 0, to: bytes.count, by: RequestAssembly.partBytes).map { offset in
            let data = Array(bytes[offset..<min(offset + RequestAssembly.partBytes, bytes.count)])
            let part = RequestPart(totalBytes: UInt64(bytes.count), offset: UInt64(offset), data: data)
            return RequestFrame(id: id, request: .part(part)).wireBytes()
        }
    }
}
