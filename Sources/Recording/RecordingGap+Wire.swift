import NavigationEvents

extension RecordingGap {
    static let schemaName = "navbus.v1.RecordingGap"
    static let channelName = "navbus/gap"

    /// The bytes of the gap as a message of the channel `navbus/gap`.
    func wireBytes() -> [UInt8] {
        var writer = ProtobufBytes()
        writer.text(1, session.name)
        writer.fixed64(2, run)
        writer.number(3, firstSequence)
        writer.number(4, lastSequence)
        writer.number(5, count)
        writer.fixed64(6, UInt64(bitPattern: began.nanosecondsSinceEpoch))
        writer.fixed64(7, UInt64(bitPattern: ended.nanosecondsSinceEpoch))
        writer.text(8, reason)
        return writer.bytes
    }

    /// Decodes the message; `nil` if it has no valid session.
    init?(wireBytes: [UInt8]) {
        var gap = RecordingGap(
            session: .main, run: 0, firstSequence: 0, lastSequence: 0, count: 0,
            began: Timestamp(nanosecondsSinceEpoch: 0), ended: Timestamp(nanosecondsSinceEpoch: 0), reason: "")
        var name = ""
        var fields = ProtobufFields(wireBytes)
        while let (field, value) = fields.next() {
            switch (field, value) {
            case (1, .block(let text)): name = String(decoding: text, as: UTF8.self)
            case (2, .number(let number)): gap.run = number
            case (3, .number(let number)): gap.firstSequence = number
            case (4, .number(let number)): gap.lastSequence = number
            case (5, .number(let number)): gap.count = number
            case (6, .number(let number)):
                gap.began = Timestamp(nanosecondsSinceEpoch: Int64(bitPattern: number))
            case (7, .number(let number)):
                gap.ended = Timestamp(nanosecondsSinceEpoch: Int64(bitPattern: number))
            case (8, .block(let text)): gap.reason = String(decoding: text, as: UTF8.self)
            default: continue
            }
        }
        guard let session = Session(name) else { return nil }
        gap.session = session
        self = gap
    }

    /// Adds a missing event of the same run and session.
    mutating func add(_ sequence: UInt64, at time: Timestamp) {
        lastSequence = max(lastSequence, sequence)
        count += 1
        ended = time
    }
}
