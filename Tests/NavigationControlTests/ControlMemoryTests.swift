import Foundation
import NavigationEvents
import Platform
import Synchronization
import TestSupport
import Testing

@testable import NavigationControl

@Suite struct ControlMemoryTests {
    private let folder: TemporaryFolder
    private let complaints = Complaints()
    private var path: String { folder.path + "/lamp-main.memory" }

    init() throws { folder = try TemporaryFolder() }

    private func memory(run: UInt64 = 7) -> ControlMemory {
        ControlMemory(path: path, run: run) { [complaints] text in complaints.texts.withLock { $0.append(text) } }
    }

    private static let noon = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)

    private static func cue(_ identity: UInt64 = 1, _ stage: CueStage = .now, dueAt seconds: Double = 0) -> Cue {
        Cue(
            identity: identity, stage: stage, subject: .maneuver, stepNumber: 1, distanceMeters: 10, priority: .now,
            dueAt: later(seconds), validForSeconds: 10)
    }

    private static func later(_ seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: noon.nanosecondsSinceEpoch + Int64(seconds * 1e9))
    }

    @Test func `the next process knows the cues and numbers of the previous one`() {
        var first: ControlMemory? = memory()
        #expect(first?.isRecovered == false)
        first?.rendered(Self.cue(1))
        first?.note("astray", 1)
        first?.note("gone", 2)
        first?.note("gone", nil)
        first = nil
        let second = memory()
        #expect(second.isRecovered)
        #expect(second.hasRendered(Self.cue(1), at: Self.later(99)))
        #expect(!second.hasRendered(Self.cue(1, .prepare), at: Self.noon))
        #expect(!second.hasRendered(Self.cue(2), at: Self.noon))
        #expect(second.number("astray") == 1)
        #expect(second.number("gone") == nil)
        #expect(complaints.all.isEmpty)
    }

    @Test func `a later cue with the same reference counts as a new one`() {
        var first: ControlMemory? = memory()
        first?.rendered(Self.cue(1, dueAt: 0))
        first = nil
        let second = memory()
        #expect(second.hasRendered(Self.cue(1, dueAt: 5), at: Self.later(9)), "still the same approach")
        #expect(!second.hasRendered(Self.cue(1, dueAt: 600), at: Self.later(600)))
    }

    @Test func `a process does not inherit from itself`() {
        let memory = memory()
        memory.rendered(Self.cue())
        #expect(!memory.hasRendered(Self.cue(), at: Self.noon))
    }

    @Test func `another run of the bus begins with an empty memory`() {
        var first: ControlMemory? = memory(run: 7)
        first?.rendered(Self.cue())
        first = nil
        let second = memory(run: 8)
        #expect(!second.isRecovered)
        #expect(!second.hasRendered(Self.cue(), at: Self.noon))
    }

    @Test func `the memory is emptied when navigation ends or the bus begins another run`() {
        var first: ControlMemory? = memory()
        first?.rendered(Self.cue())
        first?.note("astray", 1)
        first?.forget()
        first = nil
        var second: ControlMemory? = memory()
        #expect(second?.isRecovered == true)
        #expect(second?.hasRendered(Self.cue(), at: Self.noon) == false)
        #expect(second?.number("astray") == nil)
        second?.begin(run: 9)
        second?.note("astray", 1)
        second = nil
        #expect(memory(run: 9).number("astray") == 1)
    }

    @Test func `the memory of a navigation that ended without a process is emptied before the first read`() {
        var first: ControlMemory? = memory()
        first?.rendered(Self.cue())
        first?.note("astray", 1)
        first = nil
        let second = memory()
        second.forget()
        #expect(!second.hasRendered(Self.cue(), at: Self.noon))
        #expect(second.number("astray") == nil)
        #expect(second.isRecovered)
    }

    @Test func `a truncated number is not read as another number`() throws {
        try folder.write("navbus 1 run 7\nastray 1\nastray 12", to: "lamp-main.memory")
        #expect(memory().number("astray") == 1)
    }

    @Test func `a process that dies while it rewrites the file leaves the old one`() throws {
        var first: ControlMemory? = memory()
        first?.note("astray", 1)
        first = nil
        // The state after a kill between the creation of the new file and its renaming.
        try folder.write("navbus 1 ru", to: "lamp-main.memory.new")
        var second: ControlMemory? = memory()
        #expect(second?.number("astray") == 1)
        second = nil
        #expect(memory().number("astray") == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["lamp-main.memory"])
        #expect(complaints.all.isEmpty)
    }

    @Test func `a truncated or damaged file is read as far as it is valid`() throws {
        let whole = MemoryFacts.Rendering(Self.cue(3))
        var facts = MemoryFacts(run: 7)
        let line = facts.add(whole)
        try folder.write(
            "navbus 1 run 7\nastray 1\nno such line at all\ncue 1 2\n\(line)cue 4 4 17000", to: "lamp-main.memory")
        let memory = memory()
        #expect(memory.hasRendered(Self.cue(3), at: Self.noon))
        #expect(!memory.hasRendered(Self.cue(4), at: Self.noon))
        #expect(memory.number("astray") == 1)
        for text in ["", "navbus", "navbus 2 run 7\n", "navbus 1 run x\n", "\u{0}\u{FFFD}"] {
            #expect(MemoryFacts(text) == nil)
        }
    }

    @Test func `a memory survives a round trip through its text`() {
        var random = SplitMix64.announced(for: "facts")
        for _ in 0..<200 {
            var facts = MemoryFacts(run: random.next())
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                var cue = Self.cue(random.next() % 8, CueStage(wireValue: Int32.random(in: 0...4, using: &random)))
                cue.dueAt = Timestamp(nanosecondsSinceEpoch: Int64(bitPattern: random.next()))
                cue.validForSeconds = [0, 10, 1e300, .nan, -5].randomElement(using: &random) ?? 0
                _ = facts.add(MemoryFacts.Rendering(cue))
                _ = facts.note(random.chance(2) ? "a" : "b", Int64(bitPattern: random.next()))
            }
            #expect(MemoryFacts(facts.text) == facts)
        }
    }

    @Test func `the file does not grow without limit`() throws {
        let memory = memory()
        for identity in 0..<20_000 { memory.rendered(Self.cue(UInt64(identity))) }
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        #expect((1...ControlMemory.maxFileBytes).contains(size))
        #expect(complaints.all.isEmpty)
    }

    @Test func `two processes do not share a memory, and the second one reports it`() {
        let first = memory()
        first.rendered(Self.cue())
        let second = memory()
        #expect(!second.isRecovered)
        second.note("astray", 1)
        #expect(second.number("astray") == 1, "within the process it works")
        #expect(complaints.all.count == 1)
        #expect(complaints.all.first?.contains("another process of this control has it") == true)
        _ = first.isRecovered
    }

    @Test func `a process that opens the file during its replacement works without a file`() throws {
        var first: MemoryFile? = try MemoryFile(path: path)
        var isReplaced = false
        #expect {
            // The second process has opened the file, but not locked it yet.
            _ = try MemoryFile(path: path) {
                guard !isReplaced, let new = try? first?.replaced(with: Array("navbus 1 run 7\n".utf8)) else { return }
                first = new
                isReplaced = true
            }
        } throws: {
            ($0 as? MemoryError)?.reason == "another process of this control has it"
        }
        #expect(try first?.read().hasPrefix("navbus 1 run 7\n") == true)
        first = nil
        #expect(throws: Never.self) { try MemoryFile(path: path) }
    }

    @Test func `a link, a folder or a missing folder is refused once, with a remedy`() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        let linked = memory()
        #expect(!linked.isRecovered)
        linked.rendered(Self.cue())
        let lost = ControlMemory(path: folder.path + "/none/lamp", run: 1) { [complaints] text in
            complaints.texts.withLock { $0.append(text) }
        }
        #expect(!lost.isRecovered)
        #expect(complaints.all.count == 2)
        #expect(complaints.all.allSatisfy { $0.hasPrefix("failed to use /") && $0.contains("NAVBUS_STATE") })
    }

    @Test func `the file is in the folder of the socket, or in that of the environment`() {
        let beside = ControlEnvironment { ["NAVBUS_ENDPOINT": "ipc:///run/navbus/requests"][$0] }
        #expect(beside.memoryPath(of: "speech") == "/run/navbus/speech-main.memory")
        let named = ControlEnvironment { ["NAVBUS_ENDPOINT": "tcp://10.0.0.1:1", "NAVBUS_STATE": "/var/x"][$0] }
        #expect(named.memoryPath(of: "speech") == "/var/x/speech-main.memory")
        #expect(ControlEnvironment { ["NAVBUS_ENDPOINT": "tcp://10.0.0.1:1"][$0] }.memoryPath(of: "speech") == nil)
    }
}

private final class Complaints: Sendable {
    let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock(\.self) }
}
