import Foundation
import TestSupport
import Testing

/// The memory of a bus under those who want it to hold bytes, and what becomes of the others meanwhile.
@Suite(.serialized) struct MemoryAttackTests {
    private static let mebibyte = 1024 * 1024

    private func run(_ script: String, _ arguments: [String]) throws -> [String: Any] {
        let program = BuiltProgram("navbus-bus").url
        let proto = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "proto")
        return try Attacker(script: script).run([program.path, proto.path] + arguments, seconds: 120)
    }

    /// The bounds are several times what was measured: an unbounded bus exceeds each of them within a second.
    @Test(
        arguments: [
            ("requests-curve-large", 4), ("requests-null-large", 4), ("requests-raw-large", 4),
            ("requests-curve-absurd", 4), ("requests-trickle", 8), ("events-curve-large", 4),
            ("requests-curve-small", 32), ("local-known-large", 8), ("local-known-small", 96), ("local-parts", 128),
            ("topics-parts", 128), ("topics-subscriptions", 128),
        ])
    func `who has no right to send routes fills no memory, and costs nobody else a connection`(
        _ attack: String, _ mebibytes: Int
    ) throws {
        let figures = try run("strangers.py", [attack])
        print("\(attack): \(figures)")
        #expect(try #require(figures["growth"] as? Int) < mebibytes * Self.mebibyte)
        #expect(figures["is_same_process"] as? Bool == true, "the bus did not have to be replaced")
        #expect(figures["cut_innocents"] as? Int == 0)
        #expect(figures["fewest_heard"] as? Int == figures["fixes"] as? Int, "who listens hears each position")
    }

    @Test func `a long route comes in parts, and many who ask for it hold nobody up`() throws {
        let figures = try run("taps.py", ["8", "50000"])
        print("taps: \(figures)")
        #expect(figures["joined"] as? Int == 8)
        #expect(try #require(figures["growth"] as? Int) < 192 * Self.mebibyte)
    }

    @Test func `names without end lock nobody out`() throws {
        let figures = try run("names.py", [])
        #expect(figures["welcomes"] as? Int == figures["hellos"] as? Int)
        #expect(figures["is_late_one_welcome"] as? Bool == true)
        #expect(figures["is_supervised_one_known"] as? Bool == true)
        #expect(try #require(figures["known"] as? Int) <= 32)
    }

    @Test func `without an allowed key no port is open, and the first key opens them`() throws {
        let figures = try run("ports.py", [])
        #expect(figures["before"] as? Int == 0)
        #expect(figures["after"] as? Int == 2)
        #expect(figures["is_answered"] as? Bool == true)
    }

    @Test(arguments: [64, 96, 128, 255]) func `with few open files there is a bus for few`(_ files: Int) throws {
        let figures = try run("files.py", ["\(files)"])
        print("\(files) files: \(figures)")
        #expect(figures["is_answered"] as? Bool == true)
        #expect(try #require(figures["warning"] as? String).contains("only \(files) files"))
    }
}
