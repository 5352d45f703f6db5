/// What a repair did.
public struct RepairReport: Sendable, Hashable {
    /// The whole file.
    public var path: String
    /// Messages in it: events, gaps, positions for maps.
    public var messages: UInt64 = 0
    /// Events in it.
    public var events: UInt64 = 0
    /// Events in it that came from the tail.
    public var eventsFromTail: UInt64 = 0
    /// Places that could not be saved; at most ``RecordingInfo/mostDamage`` are listed.
    public var damage: [RecordingError] = []
    /// What is missing because of it, as far as that is known; it is noted in the whole file.
    public var gaps: [RecordingGap] = []
    /// Bytes at the end that belong to no whole record.
    public var tornBytes = 0
    /// Whether the file was whole before: nothing was lost.
    public var wasWhole = false
}

/// Makes a whole recording of a cut one and its tail.
public enum RecordingRepair {
    /// Saves into another file everything that is whole: messages of any channel. The original and its tail stay as
    /// they are.
    ///
    /// - Parameters:
    ///   - path: The recording; its tail is found beside it.
    ///   - target: Where to; nothing may lie there yet.
    ///   - settings: Compression and size of the chunks.
    /// - Throws: ``RecordingError`` if there is nothing to be read, or the target cannot be written; then it is removed.
    public static func repair(
        _ path: String, to target: String, settings: RecordingSettings = RecordingSettings()
    ) throws(RecordingError) -> RepairReport {
        try repair(path, to: target, settings: settings, disk: SystemDisk())
    }

    static func repair(
        _ path: String, to target: String, settings: RecordingSettings, disk: any Disk
    ) throws(RecordingError) -> RepairReport {
        let reader = try PartReader(path, most: ReadingOptions().mostChunkBytes)
        let file = try disk.create(target)
        do {
            return try Copy(reader, file, settings).finish(on: disk)
        } catch {
            _ = Result { () throws(RecordingError) in try file.remove() }
            throw error
        }
    }

    /// The copying of one file.
    private struct Copy {
        let reader: PartReader
        let file: any DiskFile
        let settings: RecordingSettings
        var layout: FileLayout
        var chunk = OpenChunk()
        var report: RepairReport
        private var loss = DamageLoss()
        private var channels: Set<UInt16> = []
        /// Schemas that channels name by our numbers and for our content, and that the file had not shown when a message
        /// came: it has lost them with its beginning.
        private var lost: [UInt16: Schema] = [:]
        private var run: UInt64 = 0
        private var times: ClosedRange<UInt64>?

        init(_ reader: PartReader, _ file: any DiskFile, _ settings: RecordingSettings) {
            self.reader = reader
            self.file = file
            self.settings = settings
            // What a file of ours lost of its schemas is known here; those of another recorder have other numbers.
            var schemas = reader.schemas
            if reader.isOwn { for schema in Schema.all { schemas[schema.id] = schema } }
            layout = FileLayout(schemas: schemas.values.sorted { $0.id < $1.id })
            report = RepairReport(path: file.path)
        }

        consuming func finish(on disk: any Disk) throws(RecordingError) -> RepairReport {
            var about = reader.metadata
            about["recovered"] = "true"
            try write { $0.beginning() + $0.metadata(about) }
            for (name, data) in reader.attachments where name.hasPrefix(PartState.namePrefix) {
                try write { $0.attachment(name, mediaType: PartState.mediaType, time: 0, data) }
            }
            while let message = nextReadable() {
                add(message)
                if chunk.records.count >= settings.chunkBytes { try seal() }
            }
            try addGaps()
            try seal()
            try write { $0.ending() }
            try file.sync()
            try disk.syncFolder(of: file.path)
            report.tornBytes = reader.tornBytes
            report.wasWhole = reader.isWhole && report.damage.isEmpty && report.tornBytes == 0
            return report
        }

        private mutating func nextReadable() -> PartReader.Message? {
            while true {
                do {
                    return try reader.next()
                } catch {
                    loss.note(error, in: reader)
                    if report.damage.count < RecordingInfo.mostDamage { report.damage.append(error) }
                }
            }
        }

        private mutating func add(_ message: PartReader.Message) {
            if reader.schemas[message.channel.schema] == nil { restoreSchema(of: message.channel) }
            chunk.add(
                message.data, channel: message.channel, sequence: message.sequence, time: message.logTime,
                published: message.publishTime)
            channels.insert(message.channel.id)
            report.messages += 1
            guard message.channel.eventName != nil else { return }
            loss.noteEvent()
            if report.events == 0 { run = EnvelopeNumbers(message.data).run }
            let time = message.logTime
            times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
            report.events += 1
            if message.isFromTail { report.eventsFromTail += 1 }
        }

        private mutating func restoreSchema(of channel: Channel) {
            let own = Schema.all.first { $0.id == channel.schema && $0.name == channel.ownSchemaName }
            if let own { lost[own.id] = own }
        }

        /// Notes what is known to be missing.
        private mutating func addGaps() throws(RecordingError) {
            report.gaps = reader.gaps(unknown: loss.unknown, run: run, times: times)
            guard !report.gaps.isEmpty, let (channel, schema) = reader.gapChannel(besides: channels) else { return }
            try seal()
            if !layout.schemaIDs.contains(schema.id) { try write { $0.add([schema]) } }
            for gap in report.gaps {
                chunk.add(gap.wireBytes(), channel: channel, sequence: 0, time: gap.ended.logTime)
                report.messages += 1
            }
        }

        private mutating func seal() throws(RecordingError) {
            guard !chunk.isEmpty else { return }
            let known = layout.schemaIDs
            let found = reader.schemas.merging(lost) { $1 }.values.filter { !known.contains($0.id) }
                .sorted { $0.id < $1.id }
            if !found.isEmpty { try write { $0.add(found) } }
            let (finished, compression) = (chunk, settings.compression)
            try write { $0.chunk(finished, compression) }
            chunk = OpenChunk()
        }

        private mutating func write(_ body: (inout FileLayout) -> [UInt8]) throws(RecordingError) {
            let place = layout.size
            try file.write(body(&layout), at: place)
        }
    }
}
