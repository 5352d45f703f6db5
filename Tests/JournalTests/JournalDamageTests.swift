import BusTestSupport
import EventCodec
import Glibc
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Journal

/// Journal files that were truncated, changed or replaced: the bus never crashes and never publishes a wrong event.
/// Long tests have threads of their own, since other tests need the shared ones.
@Suite struct JournalDamageTests {
    @Test func `a truncated file is never continued with fewer events`() async throws {
        try await onThread { () throws in
            let sample = try JournalSample()
            for length in 0..<sample.bytes.count {
                let outcome = try sample.open(Array(sample.bytes.prefix(length)))
                #expect(!outcome.isContinued, "cut to \(length) bytes")
            }
            #expect(try sample.open(sample.bytes).isContinued)
        }
    }

    @Test func `a file with one changed byte has the same events or is set aside`() async throws {
        try await onThread { () throws in
            let sample = try JournalSample()
            var random = SplitMix64.announced(for: "changed bytes of a journal")
            var setAside = 0
            for offset in 0..<sample.used + 8 {
                var bytes = sample.bytes
                bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                let outcome = try sample.open(bytes)
                if outcome.isContinued { #expect(outcome.isSame(as: sample), "changed at \(offset)") }
                if outcome.isSetAside { setAside += 1 }
            }
            #expect(setAside > sample.used * 8 / 10)
        }
    }

    @Test func `a file of another version is reported and deleted`() throws {
        let sample = try JournalSample()
        var bytes = sample.bytes
        bytes[7] = UInt8(ascii: "1")
        let outcome = try sample.open(bytes)
        #expect(!outcome.isContinued && !outcome.isSetAside)
        #expect(outcome.problems.count == 1 && outcome.problems[0].contains("another version of navbus"))
        #expect(outcome.events.isEmpty)
    }

    @Test(arguments: 0..<8) func `a file with many changes has the same events or is set aside`(_ seed: UInt64)
        async throws
    {
        try await onThread { () throws in
            let sample = try JournalSample()
            var random = SplitMix64(seed: seed)
            for _ in 0..<50 {
                var bytes = sample.bytes
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    let offset = Int.random(in: bytes.indices, using: &random)
                    let end = min(offset + Int.random(in: 1...64, using: &random), bytes.count)
                    let filling = random.chance(2) ? 0 : UInt8.random(in: 0...255, using: &random)
                    for offset in offset..<end { bytes[offset] = filling }
                }
                let outcome = try sample.open(bytes)
                if outcome.isContinued { #expect(outcome.isSame(as: sample)) }
            }
        }
    }

    @Test func `garbage under any name is set aside with a warning`() throws {
        let name = JournalFolder.name(.main, 1)
        for (fileName, content) in [(name, [UInt8](repeating: 7, count: 4096)), ("journal-x.segment", [1])] {
            let folder = try TemporaryFolder()
            try write(content, folder.path + "/" + fileName)
            let journal = WrittenJournal(JournalSettings(folder: folder.path))
            #expect(!journal.opening.isContinued)
            #expect(journal.opening.problems.first?.description.contains(fileName) == true)
            #expect(try names(in: folder.path).contains(fileName + ".damaged"))
            journal.append(.gps(.make()))
            #expect(journal.events.count == 1)
        }
    }

    @Test func `links, pipes and folders are neither followed nor waited for`() throws {
        let name = JournalFolder.name(.main, 1)
        for make in [
            { (path: String) in symlink("/etc/passwd", path) }, { path in mkfifo(path, 0o600) },
            { path in mkdir(path, 0o700) },
        ] {
            let folder = try TemporaryFolder()
            #expect(make(folder.path + "/" + name) == 0)
            let journal = WrittenJournal(JournalSettings(folder: folder.path))
            #expect(journal.opening.problems.count == 1)
            journal.append(.gps(.make()))
            journal.die()
            #expect(WrittenJournal(JournalSettings(folder: folder.path)).opening.isContinued)
        }
    }

    @Test func `without its newest file a journal is not continued`() async throws {
        try await onThread { () throws in
            let folder = try TemporaryFolder()
            let settings = JournalSettings(folder: folder.path, maxBytes: 32 * 1024)
            let journal = WrittenJournal(settings)
            for number in 1...100 { journal.append(.gps(.make(number))) }
            journal.die()
            let newest = try #require(try names(in: folder.path).last { $0.hasSuffix(".segment") })
            #expect(unlink(folder.path + "/" + newest) == 0)
            let next = WrittenJournal(settings)
            #expect(!next.opening.isContinued, "the numbers of the missing events must not be assigned again")
            #expect(next.opening.problems.count == 1)
        }
    }

    @Test func `an unusable folder is reported, and the journal is in memory`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        for path in [folder.path + "/file", folder.path + "/missing/journal", "/proc/journal"] {
            let journal = WrittenJournal(JournalSettings(folder: path))
            #expect(journal.opening.problems.count == 1)
            #expect(journal.opening.problems[0].description.contains(path))
            journal.append(.gps(.make()))
            #expect(journal.events.count == 1)
        }
    }

    @Test func `two buses do not write to one folder`() async throws {
        try await onThread { () throws in
            let folder = try TemporaryFolder()
            let first = WrittenJournal(JournalSettings(folder: folder.path))
            let second = WrittenJournal(JournalSettings(folder: folder.path))
            #expect(second.opening.problems.count == 1)
            second.append(.gps(.make()))
            first.append(.gps(.make()))
            first.die()
            #expect(WrittenJournal(JournalSettings(folder: folder.path)).events.count == 1)
        }
    }
}

/// The file of a small journal, to be damaged.
private struct JournalSample {
    struct Opened {
        var isContinued: Bool
        var isSetAside: Bool
        var problems: [String]
        var events: [Envelope]

        func isSame(as sample: JournalSample) -> Bool { events == sample.events }
    }

    let bytes: [UInt8]
    let events: [Envelope]
    /// Bytes that have a meaning.
    let used: Int
    private let folder = try? TemporaryFolder()
    private static let name = JournalFolder.name(.main, 1)

    private var settings: JournalSettings { JournalSettings(folder: folder?.path, maxBytes: 32 * 1024) }

    init() throws {
        let path = try #require(folder?.path)
        let journal = WrittenJournal(JournalSettings(folder: path, maxBytes: 32 * 1024))
        journal.append(.navigationStarted(.make()))
        for number in 1...8 {
            journal.append(.gps(.make(number)))
            journal.append(.navigation(.make(number)))
        }
        events = journal.events
        journal.die()
        bytes = try read(path + "/" + Self.name)
        used = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        #expect(used > bytes.count / 2)
    }

    /// Opens a journal with only this file.
    func open(_ bytes: [UInt8]) throws -> Opened {
        let path = try #require(folder?.path)
        for name in try names(in: path) { unlink(path + "/" + name) }
        try write(bytes, path + "/" + Self.name)
        let journal = WrittenJournal(settings)
        let problems = journal.opening.problems.map(\.description)
        let isSetAside = try names(in: path).contains(Self.name + ".damaged")
        #expect(!isSetAside || !problems.isEmpty)
        return Opened(
            isContinued: journal.opening.isContinued, isSetAside: isSetAside, problems: problems, events: journal.events
        )
    }
}

private func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(count))
}

private func write(_ bytes: [UInt8], _ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
}
