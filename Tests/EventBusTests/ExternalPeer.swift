import EventCodec
import Foundation
import Glibc
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

/// A process other than that of the test: another peer for the kernel, with another ZeroMQ binding (pyzmq).
struct ExternalPeer {
    let program: RunningProgram

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - script: The Python script. It has the variables `requests` and `events` (endpoints), `zmq`, `ctx` and
    ///     `words`.
    ///   - user: The user of the process; that of the test if `nil`.
    init(
        _ script: String, at endpoints: BusEndpoints, words: [[UInt8]] = [], user: UInt32? = nil
    ) throws {
        let start = """
            import sys, time, os, socket, struct, zmq
            requests, events = sys.argv[1:3]
            words = [bytes.fromhex(word) for word in sys.argv[3:]]
            ctx = zmq.Context()
            def make(kind, endpoint=None):
                made = ctx.socket(kind)
                made.linger = 0
                if endpoint: made.connect(endpoint)
                return made
            """
        // The process exits at once: the shutdown of Python is not tested.
        var command = [
            PythonInterpreter.path, "-u", "-c", start + "\n" + script + "\nos._exit(0)\n", endpoints.requests,
            endpoints.events,
        ]
        command += words.map { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
        if let user { command = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command }
        program = try BuiltProgram(url: URL(filePath: "/usr/bin/env")).start(command)
    }

    /// The output of the process after a successful end.
    func lines() throws -> [String] {
        let outcome = program.wait()
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.lines
    }
}

extension Request {
    /// The encoded request.
    func bytes(id: UInt64 = 1) -> [UInt8] { RequestFrame(id: id, request: self).wireBytes() }
}

/// Bytes of resident memory of this process.
func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
}
