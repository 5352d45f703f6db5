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
        let question: Question
        let totalBytes: Int
        var bytes: [UInt8] = []
        let begunNanoseconds: UInt64
        var heardNanoseconds: UInt64
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

    private var transfers: [Connections.Place: Transfer] = [:]
    /// The ids of refused requests of which parts may still arrive.
    private var refused: [Connections.Place: UInt64] = [:]

    /// Bytes of all open requests.
    var byteCount: Int { transfers.values.reduce(0) { $0 + $1.totalBytes } }

    /// Whether a part of a request is expected over this connection.
    func isOpen(_ place: Connections.Place) -> Bool { transfers[place] != nil }

    /// Whether this is the expected part: its cost was charged with the first one.
    func expects(_ part: RequestPart, id: UInt64, over place: Connections.Place) -> Bool {
        guard let transfer = transfers[place] else { return false }
        return transfer.question.id == id && problem(of: part, in: transfer) == nil
    }

    /// Handles a part. Its sender may send routes.
    mutating func take(
        _ part: RequestPart, _ question: Question, over place: Connections.Place, now: UInt64
    ) -> Outcome {
        if part.offset > 0, refused[place] == question.id { return .passedOver }
        if part.offset == 0 {
            if let error = begin(part, question, place, now: now) { return refuse(error, question, place) }
        }
        guard var transfer = transfers[place], transfer.question.id == question.id else {
            return refuse(
                RequestError(
                    code: .unavailable, text: "the first part of the request is missing; send all of it again"),
                question, place)
        }
        if let text = problem(of: part, in: transfer) {
            return refuse(RequestError(code: .malformed, text: text), question, place)
        }
        transfers[place] = nil
        transfer.bytes.append(contentsOf: part.data)
        guard transfer.bytes.count < transfer.totalBytes else { return .whole(transfer.bytes) }
        transfer.heardNanoseconds = now
        transfers[place] = transfer
        return .pending
    }

    /// Gives up the request of a connection that has ended.
    mutating func ended(_ place: Connections.Place) {
        transfers[place] = nil
        refused[place] = nil
    }

    /// Gives up the requests whose parts take too long, and returns them.
    mutating func giveUpOverdue(now: UInt64) -> [Question] {
        let overdue = transfers.filter { isOverdue($0.value, Self.maxPauseNanoseconds, now: now) }
        for (place, transfer) in overdue {
            transfers[place] = nil
            refused[place] = transfer.question.id
        }
        return overdue.map(\.value.question)
    }

    /// The refusal of a request whose parts arrive too slowly.
    static let overdueError = RequestError(
        code: .unavailable, text: "the next part of the request did not come in time; send all of it again")

    private mutating func refuse(
        _ error: RequestError, _ question: Question, _ place: Connections.Place
    ) -> Outcome {
        transfers[place] = nil
        refused[place] = question.id
        return .refused(error)
    }

    /// Opens a request with its first part; returns the reason if that is impossible.
    private mutating func begin(
        _ part: RequestPart, _ question: Question, _ place: Connections.Place, now: UInt64
    ) -> RequestError? {
        // A first part replaces the former request of the same connection.
        ended(place)
        guard question.id > 0 else {
            return RequestError(code: .malformed, text: "a request in parts needs an id, which its answer repeats")
        }
        guard let totalBytes = Int(exactly: part.totalBytes), totalBytes <= BusLimits.largestMessageBytes else {
            return RequestError(
                code: .forbidden,
                text:
                    "the request has \(part.totalBytes) bytes, and the bus accepts \(BusLimits.largestMessageBytes); "
                    + "make it smaller")
        }
        guard !transfers.values.contains(where: { $0.question.from == question.from }) else {
            return RequestError(
                code: .unavailable, text: "\(question.from) already sends a request in parts; send one after the other")
        }
        if transfers.count >= Self.maxTransfers, !giveUpIdle(now: now) {
            return RequestError(
                code: .unavailable, text: "\(transfers.count) large requests are being received; try again in a moment")
        }
        var transfer = Transfer(
            question: question, totalBytes: totalBytes, begunNanoseconds: now, heardNanoseconds: now)
        transfer.bytes.reserveCapacity(totalBytes)
        transfers[place] = transfer
        return nil
    }

    /// Gives up the request with the longest wait for its next part; `false` if none waits too long.
    private mutating func giveUpIdle(now: UInt64) -> Bool {
        guard let (place, idle) = transfers.min(by: { $0.value.heardNanoseconds < $1.value.heardNanoseconds }),
            isOverdue(idle, Self.maxBusyPauseNanoseconds, now: now)
        else { return false }
        transfers[place] = nil
        refused[place] = nil
        return true
    }

    private func isOverdue(_ transfer: Transfer, _ pause: UInt64, now: UInt64) -> Bool {
        now > transfer.heardNanoseconds &+ pause || now > transfer.begunNanoseconds &+ Self.maxTransferNanoseconds
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
        guard whole.count > BusLimits.largestSmallRequestBytes else { return [whole] }
        let bytes = wireBytes()
        return stride(from: 0, to: bytes.count, by: RequestAssembly.partBytes).map { offset in
            let data = Array(bytes[offset..<min(offset + RequestAssembly.partBytes, bytes.count)])
            let part = RequestPart(totalBytes: UInt64(bytes.count), offset: UInt64(offset), data: data)
            return RequestFrame(id: id, request: .part(part)).wireBytes()
        }
    }
}
