import EventCodec
@testable import Link
@testable import NATS
import NavigationEvents

extension FuzzTarget {
    /// The messages of a fleet: a list of requests, which must be written as it was read, and whatever a worker does with it.
    static let fleetInput = FuzzTarget(
        name: "fleet-input", maxBytes: 4096, reaches: ["RequestList", "PartitionRun", "PartitionInputs"],
        seeds: {
            guard let session = Session("vehicle-1") else { return [] }
            var list = RequestList()
            for (id, request) in [(1, .openSession(session)), (2, .stop(session)), (2, .stop(session))]
                as [(UInt64, Request)]
            {
                list.append(RequestFrame(id: id, request: request).wireBytes())
            }
            return [list.bytes, []]
        }
    ) { bytes throws(FuzzFinding) in
        var run = PartitionRun(from: PartitionMark())
        var waiting = run.take(.init(sequence: 1, payload: bytes, replyTo: "inbox")).requests[...]
        while let outgoing = waiting.popFirst() { waiting += run.take(.done, to: outgoing.ticket).requests }
        guard let frames = try? RequestList.frames(in: bytes) else { return }
        var list = RequestList()
        for frame in frames { list.append(frame.wireBytes()) }
        // Bytes are compared, since a number that is none does not equal itself.
        try FuzzFinding.unless(
            (try? RequestList.frames(in: list.bytes))?.map { $0.wireBytes() } == frames.map { $0.wireBytes() },
            "a list that is read as another one")
        try FuzzFinding.unless(list.count == frames.count, "a wrong count")
    }

    /// The text of a mark, the points of sessions, and the answers of JetStream.
    static let fleetState = FuzzTarget(
        name: "fleet-state", maxBytes: 2048,
        reaches: [
            "PartitionMark", "SessionPoint", "JetStream", "JetStreamCode", "NATSConnection", "NATSMessage",
            "OutgoingMessage",
        ],
        seeds: {
            [
                "mark 12\nvehicle-1 131072\n", "point 1\n" + String(repeating: "\0", count: 40),
                "{\"stream\":\"IN\",\"seq\":7,\"duplicate\":true}",
                "{\"error\":{\"code\":400,\"err_code\":10071,\"description\":\"wrong last sequence: 7\"}}",
            ].map { Array($0.utf8) }
        }
    ) { bytes throws(FuzzFinding) in
        if let mark = PartitionMark(String(decoding: bytes, as: UTF8.self)) {
            try FuzzFinding.unless(PartitionMark(mark.text) == mark, "a mark that is read as another one")
        }
        if let point = SessionPoint(bytes) {
            try FuzzFinding.unless(
                SessionPoint(point.bytes)?.bytes == point.bytes, "a point that is read as another one")
        }
        do throws(NATSError) {
            _ = try JetStreamCode.answer(bytes, operation: "ask", stream: "IN")
        } catch {
            try FuzzFinding.unless("\(error)".utf8.count < 10_000, "an endless error")
        }
    }
}
