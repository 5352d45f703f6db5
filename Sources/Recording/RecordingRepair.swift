/// The result of a repair.
public struct RepairReport: Sendable, Hashable {
    /// Path of the repaired file.
    public var path: String
    /// Number of its messages: events, gaps, positions for maps.
    public var messages: UInt64 = 0
    /// Number of its events.
    public var events: UInt64 = 0
    /// Number of its events that came from the tail.
    public var eventsFromTail: UInt64 = 0
    /// The positions that could not be repaired; at most ``RecordingInfo/maxDamage``.
    public var damage: [RecordingError] = []
    /// The missing events, as far as they are known; the repaired file contains these gaps.
    public var gaps: [RecordingGap] = []
    /// Number of bytes at the end that are outside of complete records.
    public var tornBytes = 0
    /// Whether the original was complete, so that nothing was lost.
    public var wasWhole = false
}

/// Repairs recordings: makes a complete file of a truncated one and its tail.
public enum RecordingRepair {
    /// Copies all complete messages, of any channel, to another file. The original and its tail are not changed.
    ///
    /// - Parameters:
    ///   - path: The recording; its tail is in the same folder.
    ///   - target: Path of the copy; it must not exist.
    ///   - settings: Compression and size of the chunks.
    /// - Throws: ``RecordingError`` if nothing can be read or the copy cannot be written; the copy is then removed.
    public static func repair(
        _ path: String, to target: String, settings: RecordingSettings = RecordingSettings()
    ) throws(RecordingError) -> RepairReport {
        try repair(path, to: target, settings: settings, disk: SystemDisk())
    }

    static func repair(
        _ path: String, to target: String, settings: RecordingSettings, disk: any Disk
    ) throws(RecordingError) -> RepairReport {
        let reader = try PartReader(path, maxBytes: ReadingOptions().maxChunkBytes)
        let file = try disk.create(target)
        do {
            return try Copy(reader, file, settings).finish(on: disk)
        } catch {
            _ = Result { () throws(RecordingError) in try file.remove() }
            throw error
        }
    }

    /// The copy of one file.
    private struct Copy {
        let reader: PartReader
        let file: any DiskFile
        let settings: RecordingSettings
        var layout: FileLayout
        var chunk = OpenChunk()
        var report: RepairReport
        private var loss = DamageLoss()
        private var channels: Set<UInt16> = []
        /// Schemas of navbus that messages refer to but that the file no longer has, because its beginning is lost.
        private var lost: [UInt16: Schema] = [:]
        private var run: UInt64 = 0
        private var times: ClosedRange<UInt64>?

        init(_ reader: PartReader, _ file: any DiskFile, _ settings: RecordingSettings) {
            self.reader = reader
            self.file = file
            self.settings = settings
            // Lost schemas of a navbus file are known here; other recorders use other ids.
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
                    if report.damage.count < RecordingInfo.maxDamage { report.damage.append(error) }
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

        /// Adds the gaps.
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
            let offset = layout.size
            try file.write(body(&layout), at: offset)
        }
    }
}
