@testable import EventCodec
@testable import NavigationEvents
@testable import Recording

extension FuzzTarget {
    /// A recording and its tail, intact, truncated or damaged: two bytes are the position at which the tail begins.
    ///
    /// Readable events can be saved, and the saved recording is complete and has the same events.
    static let recording = FuzzTarget(
        name: "recording", maxBytes: 8192,
        reaches: [
            "PartReader", "ReadFile", "Summary", "TailContent", "ChunkContent", "RecordCursor", "Channel", "Schema",
            "EnvelopeNumbers", "ProtobufFields", "RecordingGap", "Zstd", "RecordedEvent", "LocationFix",
        ],
        seeds: recordings
    ) { bytes throws(FuzzFinding) in
        let folder = try ScratchFolder()
        let cut = bytes.count > 2 ? min(Int(bytes[0]) << 8 | Int(bytes[1]), bytes.count - 2) : 0
        let path = folder.path(of: "a.mcap")
        try folder.write(bytes.dropFirst(2).prefix(cut), to: "a.mcap")
        if bytes.count > cut + 2 { try folder.write(bytes.dropFirst(cut + 2), to: "a.mcap.tail") }
        _ = RecordingReader.parts(of: path)
        guard let info = try? RecordingInfo([path]) else { return }
        let saved = folder.path(of: "b.mcap")
        guard
            let report = try? RecordingRepair.repair(path, to: saved, settings: RecordingSettings(compression: .none))
        else { return }
        guard let again = try? RecordingInfo([saved]) else { throw FuzzFinding("what was saved cannot be read") }
        try FuzzFinding.unless(again.isWhole, "what was saved is not whole: \(again.damage)")
        try FuzzFinding.unless(
            again.events == report.events || !info.damage.isEmpty || info.events != report.events,
            "\(report.events) events were saved, and \(again.events) are there")
    }

    /// The files of a recorder, complete and after a kill.
    private static func recordings() throws -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for compression in [RecordingSettings.Compression.none, .zstd(level: 3)] {
            let folder = try ScratchFolder()
            let settings = RecordingSettings(compression: compression, chunkBytes: 300)
            let writer = try RecordingWriter(path: folder.path(of: "a.mcap"), settings: settings)
            for envelope in Samples.envelopes { writer.append(envelope) }
            try writer.sync()
            seeds.append(joined(folder.bytes(of: "a.mcap"), folder.bytes(of: "a.mcap.tail")))
            try writer.close()
            seeds.append(joined(folder.bytes(of: "a.mcap"), []))
        }
        return seeds + [foreign(withChunk: true), foreign(withChunk: false)]
    }

    /// A file of another recorder, without checksums: everything in it can be changed without being noticed.
    private static func foreign(withChunk: Bool) -> [UInt8] {
        func little(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        func text(_ text: String) -> [UInt8] { little(UInt32(text.utf8.count)) + Array(text.utf8) }
        func record(_ opcode: UInt8, _ content: [UInt8]) -> [UInt8] {
            [opcode] + little(UInt64(content.count)) + content
        }
        let schema = record(3, little(UInt16(1)) + text("navbus.v1.Envelope") + text("protobuf") + little(UInt32(0)))
        let channel = record(
            4, little(UInt16(1)) + little(UInt16(1)) + text("onGPS/main") + text("protobuf") + little(UInt32(0)))
        let message = record(
            5,
            little(UInt16(1)) + little(UInt32(1)) + little(UInt64(5)) + little(UInt64(5))
                + Samples.envelopes[0].wireBytes())
        let records = schema + channel + message
        let chunk = record(
            6,
            little(UInt64(5)) + little(UInt64(5)) + little(UInt64(records.count)) + little(UInt32(0)) + text("")
                + little(UInt64(records.count)) + records)
        let file =
            [0x89] + Array("MCAP0\r\n".utf8) + record(1, text("") + text("other")) + (withChunk ? chunk : records)
            + record(15, little(UInt32(0))) + record(2, little(UInt64(0)) + little(UInt64(0)) + little(UInt32(0)))
            + [0x89] + Array("MCAP0\r\n".utf8)
        return joined(file, [])
    }

    private static func joined(_ file: [UInt8], _ tail: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: file.count >> 8), UInt8(truncatingIfNeeded: file.count)] + file + tail
    }
}
