@testable import EventBus
import Glibc
@testable import Journal
@testable import NavigationEvents

extension FuzzTarget {
    /// The packets of the ring socket, and memory that a client maps: its first word is right, which no mutation would find.
    static let ring = FuzzTarget(
        name: "ring", maxBytes: 4096,
        reaches: ["RingPacket", "RingJoin", "RingPosition", "JournalReader", "ReadEvent"],
        seeds: {
            [RingJoin.bytes(.main), RingPacket.wakeBytes.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }]
        }
    ) { bytes throws(FuzzFinding) in
        let session = bytes.withUnsafeBytes { RingJoin.session(in: $0) }
        if let session {
            try FuzzFinding.unless(RingJoin.bytes(session) == bytes, "a join that is read as another one")
        }
        let packet = bytes.withUnsafeBytes { RingPacket($0) }
        try FuzzFinding.unless(packet == .unknown || bytes.count == RingPacket.bytes, "a packet of another size")

        var memory = bytes + [UInt8](repeating: 0, count: max(JournalLayout.headerBytes + 64 - bytes.count, 0))
        memory += [UInt8](repeating: 0, count: (8 - memory.count % 8) % 8)
        withUnsafeBytes(of: JournalLayout.magic) { memory.replaceSubrange(0..<8, with: $0) }
        let folder = try ScratchFolder()
        try folder.write(memory, to: "segment")
        let file = open(folder.path(of: "segment"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let reader = JournalReader()
        try FuzzFinding.unless(reader.add(file, buffer: 0, capacity: UInt64(memory.count)), "a file that is not mapped")
        let number = memory.withUnsafeBytes { $0.load(fromByteOffset: JournalLayout.Offset.number, as: UInt64.self) }
        _ = reader.begin(buffer: 0, number: number, offset: UInt64(JournalLayout.headerBytes))
        var count = 0
        while reader.next(TopicSet(Topic.allCases)) == .event { count += reader.event.bytes.count }
        try FuzzFinding.unless(count <= memory.count, "more bytes than there are")
    }
}
