/// The messages of an unfinished chunk, with their index. It contains the channel records of its messages, so that it
/// can be read without the rest of the file.
struct OpenChunk {
    /// The index entry of a message.
    private struct Entry {
        var channel: UInt16
        var time: UInt64
        var offset: UInt64
    }

    /// A state of the chunk, for a rollback.
    struct Checkpoint {
        fileprivate(set) var count: Int
        fileprivate var entries: Int
        fileprivate var channels: [UInt16: Channel]
        fileprivate var times: ClosedRange<UInt64>?
    }

    /// The records, as they will be in the chunk before compression.
    private(set) var records = RecordBytes()
    private var entries: [Entry] = []
    /// The channels of the messages, by id.
    private(set) var channels: [UInt16: Channel] = [:]
    /// Times of the first and the last message.
    private(set) var times: ClosedRange<UInt64>?
    /// The gaps to note if the chunk is lost.
    var content = GapTally()
    /// Offset of its end in the file, after it has been written.
    var endInFile = 0

    var isEmpty: Bool { entries.isEmpty }
    var messageCount: Int { entries.count }

    mutating func add(_ data: [UInt8], channel: Channel, sequence: UInt32, time: UInt64, published: UInt64? = nil) {
        if channels[channel.id] == nil {
            channels[channel.id] = channel
            channel.write(to: &records)
        }
        entries.append(Entry(channel: channel.id, time: time, offset: UInt64(records.count)))
        times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        records.record(.message) {
            $0.number(channel.id)
            $0.number(sequence)
            $0.number(time)
            $0.number(published ?? time)
            $0.raw(data)
        }
    }

    var checkpoint: Checkpoint {
        Checkpoint(count: records.count, entries: entries.count, channels: channels, times: times)
    }

    mutating func rollBack(to checkpoint: Checkpoint) {
        records.truncate(to: checkpoint.count)
        entries.removeLast(entries.count - checkpoint.entries)
        channels = checkpoint.channels
        times = checkpoint.times
    }

    mutating func reset() {
        records.reset()
        entries.removeAll(keepingCapacity: true)
        channels = [:]
        times = nil
        content = GapTally()
        endInFile = 0
    }

    /// The number of messages of each channel.
    var counts: [UInt16: UInt64] {
        var counts: [UInt16: UInt64] = [:]
        for entry in entries { counts[entry.channel, default: 0] += 1 }
        return counts
    }

    /// Writes the index records; calls `body` before each with its channel and offset.
    func writeIndexes(to target: inout RecordBytes, _ body: (UInt16, Int) -> Void) {
        for channel in channels.keys.sorted() {
            body(channel, target.count)
            target.record(.messageIndex) {
                $0.number(channel)
                $0.counted {
                    for entry in entries where entry.channel == channel {
                        $0.number(entry.time)
                        $0.number(entry.offset)
                    }
                }
            }
        }
    }
}
