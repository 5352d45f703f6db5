extension PartReader {
    /// Opens a chunk, or its copy in the tail if the file is damaged there.
    func openChunk(_ range: Range<Int>) throws(RecordingError) {
        guard range.count <= maxBytes + 4096 else {
            throw .tooLarge(
                path: file.path, offset: range.lowerBound, what: "a chunk", bytes: UInt64(range.count),
                maxBytes: maxBytes)
        }
        do {
            let bytes = try file.bytes(range)
            if from > 0, let head = try? ChunkContent.head(bytes), head.times.upperBound < from { return }
            let chunk = try ChunkContent(bytes, at: range.lowerBound, of: file.path, isOwn: isOwn, maxBytes: maxBytes)
            open = RecordCursor(chunk.records)
            isOpenFromTail = false
            openOffset = range.lowerBound
        } catch {
            guard tail.chunks[generation] != nil else { throw error }
            openTail(generation)
        }
    }

    func openTail(_ generation: UInt32) {
        open = tail.chunks[generation].map { RecordCursor($0) }
        isOpenFromTail = true
        openOffset = 0
    }

    func nextOfOpen() throws(RecordingError) -> Message? {
        while var cursor = open, !cursor.isAtEnd {
            open = nil
            let opcode: UInt8
            let range: Range<Int>
            do {
                (opcode, range) = try cursor.record()
            } catch {
                throw .damaged(path: file.path, offset: openOffset, what: "a record extends beyond its chunk")
            }
            let content = RecordCursor(cursor.bytes, range)
            let bytes = cursor.bytes
            open = cursor
            switch MCAP.Opcode(rawValue: opcode) {
            case .schema, .channel: try note(opcode, Array(bytes[range]), at: openOffset)
            case .message:
                if let message = try message(content, at: openOffset) { return message }
            default: continue
            }
        }
        open = nil
        return nil
    }

    func message(_ content: RecordCursor, at offset: Int) throws(RecordingError) -> Message? {
        var content = content
        do {
            let id = try content.number(UInt16.self)
            let sequence = try content.number(UInt32.self)
            let logTime = try content.number(UInt64.self)
            let publishTime = try content.number(UInt64.self)
            guard logTime >= from else { return nil }
            guard let channel = channels[id] else {
                throw RecordingError.damaged(
                    path: file.path, offset: offset, what: "a message has the unknown channel \(id)")
            }
            readCounts[id, default: 0] += 1
            return Message(
                channel: channel, sequence: sequence, logTime: logTime, publishTime: publishTime,
                data: Array(content.bytes[content.rest()]), isFromTail: isOpenFromTail)
        } catch let error as RecordingError {
            throw error
        } catch {
            throw .damaged(path: file.path, offset: offset, what: "a message ends within its header")
        }
    }
}
