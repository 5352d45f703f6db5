extension ReadFile {
    /// The opcode of the record at an offset, and the range of its content.
    ///
    /// - Throws: ``RecordingError/damaged(path:offset:what:)`` if the record is incomplete.
    func recordHeader(at offset: Int) throws(RecordingError) -> (opcode: UInt8, content: Range<Int>) {
        let start = offset + MCAP.headerBytes
        var cursor = RecordCursor(try bytes(min(offset, size)..<min(start, size)))
        do {
            let opcode = try cursor.number(UInt8.self)
            let length = try cursor.number(UInt64.self)
            guard opcode != 0, length <= UInt64(size - start) else { throw RecordCursor.EndOfBytes() }
            return (opcode, start..<start + Int(length))
        } catch {
            throw .damaged(path: path, offset: offset, what: "the file ends before a record does")
        }
    }
}
