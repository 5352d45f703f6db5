import Platform

/// The format of the messages of channels: the content of a schema record.
struct Schema: Hashable {
    var id: UInt16
    var name: String
    var encoding: String
    var data: [UInt8]

    /// Name of the schema of events.
    static let envelopeName = "navbus.v1.Envelope"

    /// The schemas in every recording.
    static let all = [
        Schema(id: 1, name: envelopeName, encoding: "protobuf", data: Base64.bytes(Descriptors.envelope)),
        Schema(id: 2, name: LocationFix.schemaName, encoding: "protobuf", data: Base64.bytes(Descriptors.locationFix)),
        Schema(id: 3, name: RecordingGap.schemaName, encoding: "protobuf", data: Base64.bytes(Descriptors.gap)),
    ]

    func write(to target: inout RecordBytes) {
        target.record(.schema) {
            $0.number(id)
            $0.text(name)
            $0.text(encoding)
            $0.counted { $0.raw(data) }
        }
    }

    static func read(_ content: inout RecordCursor) throws(RecordCursor.EndOfBytes) -> Schema {
        let id = try content.number(UInt16.self)
        let name = try content.text()
        let encoding = try content.text()
        return try Schema(id: id, name: name, encoding: encoding, data: Array(content.bytes[content.counted()]))
    }
}

extension Channel {
    /// Name of the schema of this channel in recordings of navbus; `nil` if they have no such channel.
    var ownSchemaName: String? {
        if eventName != nil { return Schema.envelopeName }
        if topic == RecordingGap.channelName { return RecordingGap.schemaName }
        return topic.hasPrefix(ChannelTable.positionPrefix) ? LocationFix.schemaName : nil
    }
}
