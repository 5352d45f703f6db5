import Foundation
import TestSupport
import Testing

/// Attacks on the memory of a bus, and their effect on other peers.
@Suite(.serialized) struct MemoryAttackTests {
    private static let mebibyte = 1024 * 1024

    private func run(_ script: String, _ arguments: [String]) throws -> [String: Any] {
        let program = BuiltProgram("navbus-bus").url
        let proto = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "proto")
        return try Attacker(script: script).run([program.path, proto.path] + arguments, seconds: 120)
    }

    /// The limits are several times the measured values; an unlimited bus exceeds each of them within a second.
    @Test(
        arguments: [
            ("requests-curve-large", 4), ("requests-null-large", 4), ("requests-raw-large", 4),
            ("requests-curve-absurd", 4), ("requests-trickle", 8), ("events-curve-large", 4),
            ("requests-curve-small", 32), ("local-known-large", 8), ("local-known-small", 96), ("local-parts", 128),
            ("topics-parts", 128), ("topics-subscriptions", 128),
        ])
    func `peers without the right to send routes exhaust neither memory nor connections`(
        _ attack: String, _ mebibytes: Int
    ) throws {
        let figures = try run("strangers.py", [attack])
        print("\(attack): \(figures)")
        #expect(try #require(figures["growth"] as? Int) < mebibytes * Self.mebibyte)
        #expect(figures["is_same_process"] as? Bool == true, "the bus did not have to be replaced")
        #expect(figures["cut_innocents"] as? Int == 0)
        #expect(figures["fewest_heard"] as? Int == figures["fixes"] as? Int, "who listens hears each position")
    }

    @Test func `a long route comes in parts, and many requests for it delay no other peer`() throws {
        let figures = try run("taps.py", ["8", "50000"])
        print("taps: \(figures)")
        #expect(figures["joined"] as? Int == 8)
        #expect(try #require(figures["growth"] as? Int) < 192 * Self.mebibyte)
    }

    @Test func `a peer with many names locks out no other peer`() throws {
        let figures = try run("names.py", [])
        #expect(figures["welcomes"] as? Int == figures["hellos"] as? Int)
        #expect(figures["is_late_one_welcome"] as? Bool == true)
        #expect(figures["is_supervised_one_known"] as? Bool == true)
        #expect(try #require(figures["known"] as? Int) <= 32)
    }

    @Test func `the ports are closed until the first key is allowed`() throws {
        let figures = try run("ports.py", [])
        #expect(figures["before"] as? Int == 0)
        #expect(figures["after"] as? Int == 2)
        #expect(figures["is_answered"] as? Bool == true)
    }

    @Test(arguments: [64, 96, 128, 255]) func `a bus with few descriptors serves few peers`(_ files: Int) throws {
        let figures = try run("files.py", ["\(files)"])
        print("\(files) files: \(figures)")
        #expect(figures["is_answered"] as? Bool == true)
        #expect(try #require(figures["warning"] as? String).contains("only \(files) files"))
    }
}
