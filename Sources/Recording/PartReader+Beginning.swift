extension PartReader {
    /// The records before the first chunk.
    struct Beginning {
        var isOwn = false
        var metadata: [String: String] = [:]
        var attachments: [(name: String, data: [UInt8])] = []
        var schemas: [UInt16: Schema] = [:]
        /// Offset of the first record that does not belong to the beginning or is incomplete.
        var end: Int
    }

    /// Reads the complete records of the beginning.
    static func beginning(of file: ReadFile, maxBytes: Int) -> Beginning {
        var start = Beginning(end: min(file.size, MCAP.magic.count))
        var left = maxBytes
        while let (opcode, content) = success({ () throws(RecordingError) in try file.recordHeader(at: start.end) }),
            content.count <= left
        {
            guard let bytes = success({ () throws(RecordingError) in try file.bytes(content) }) else { break }
            var cursor = RecordCursor(bytes)
            do {
                guard try start.take(opcode, &cursor) else { break }
            } catch {
                break
            }
            left -= content.count
            start.end = content.upperBound
        }
        return start
    }
}

extension PartReader.Beginning {
    /// Handles a record; `false` if it does not belong to the beginning.
    fileprivate mutating func take(_ opcode: UInt8, _ content: inout RecordCursor) throws(RecordCursor.EndOfBytes)
        -> Bool
    {
        switch MCAP.Opcode(rawValue: opcode) {
        case .header:
            _ = try content.text()
            isOwn = try content.text() == FileLayout.library
        case .schema:
            let schema = try Schema.read(&content)
            schemas[schema.id] = schema
        case .metadata:
            let name = try content.text()
            let map = try content.map()
            if name == FileLayout.metadataName { metadata = map }
        case .attachment: try takeAttachment(&content)
        default: return false
        }
        return true
    }

    private mutating func takeAttachment(_ content: inout RecordCursor) throws(RecordCursor.EndOfBytes) {
        let start = content.position
        _ = try content.range(16)
        let name = try content.text()
        _ = try content.text()
        let data = try content.range(content.number(UInt64.self))
        let checksum = try content.number(UInt32.self)
        guard checksum == 0 || Checksum.of(Array(content.bytes[start..<data.upperBound])) == checksum else { return }
        attachments.append((name, Array(content.bytes[data])))
    }
}
