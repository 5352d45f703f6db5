@testable import EventCodec
@testable import Guidance
@testable import NavigationEvents
@testable import NavigationLoop
@testable import Platform

extension FuzzTarget {
    /// The drive log of a killed process: parts of the input with their lengths in two bytes, each with a correct head
    /// and checksum of a record, which no mutation would find.
    static let driveLog = FuzzTarget(
        name: "drive-log", maxBytes: 4096,
        reaches: ["DriveRecord", "DriveNumbers", "DriveState", "DriveInput", "SessionRecord"],
        seeds: { [pieces(of: inputs)] }
    ) { bytes throws(FuzzFinding) in
        var records: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 2 {
            let length = min(Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8, rest.count)
            records += framed(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        records += rest
        try check(records)
        let folder = try ScratchFolder()
        // Written and closed for its head.
        _ = DriveLog(folder: folder.path, run: 1, isContinued: false)
        let log = folder.names.first ?? "drive.log"
        try folder.write(folder.bytes(of: log) + records, to: log)
        var drive = Drive(
            settings: GuidanceSettings(),
            log: DriveLog(folder: folder.path, run: 1, isContinued: true))
        let recovery = drive.recover { _, sequence in sequence % 2 == 0 }
        drive.recordResumption(recovery, after: 100)
        _ = try? drive.process(.fix(Samples.fix), after: 101)
        drive.log?.trim(drive.state, sequence: 102)
        drive.log?.thin(drive.state, sequence: 103, to: 1000, keeping: 1)
        // The drive of a session record.
        _ = drive.restore(records)
    }

    /// A record that was read encodes to the same bytes.
    private static func check(_ records: [UInt8]) throws(FuzzFinding) {
        let first = records.withUnsafeBytes { DriveRecord.read($0) }
        guard let (record, _) = first else { return }
        var written: [UInt8] = []
        record.append(to: &written)
        var again: [UInt8] = []
        written.withUnsafeBytes { DriveRecord.read($0) }?.record.append(to: &again)
        try FuzzFinding.unless(again == written, "a record that reads differently: \(record)")
    }

    private static func framed(_ content: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in [UInt32(content.count), CyclicChecksum.of(content)] {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        return bytes + content
    }

    private static let inputs: [DriveRecord.Content] = [
        .input(.begun), .input(.started(Samples.route)), .input(.fix(Samples.fix)), .warmUp(.position(Samples.fix)),
        .input(.elapsed(Samples.fix.time)), .numbers(DriveNumbers()), .resumed(published: 1),
        .input(.problem(.warning, "no reception")), .input(.reported(.note, "resumed")), .input(.stopped),
        .input(.ended),
    ]

    private static func pieces(of contents: [DriveRecord.Content]) -> [UInt8] {
        contents.enumerated().flatMap { index, content in
            var bytes: [UInt8] = []
            DriveRecord(content: content, sequence: UInt64(index)).append(to: &bytes)
            let rest = bytes.dropFirst(8)
            return [UInt8(truncatingIfNeeded: rest.count), UInt8(truncatingIfNeeded: rest.count >> 8)] + rest
        }
    }
}
