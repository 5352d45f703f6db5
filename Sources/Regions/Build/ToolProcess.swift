import Glibc
import Platform

/// A script that makes a part of a region. It ends with this process at the latest.
struct ToolProcess {
    /// The outcome of a script.
    struct Outcome {
        var exitCode: Int32
        /// The problem that it printed for people; `nil` if it printed none.
        var problem: String?
        /// Hints for people.
        var notes: [String] = []
    }

    /// The program and its arguments; variables may come first.
    var words: [String]
    /// The file for the messages of the programs.
    var log: String

    private static let maxLineBytes = 4096

    /// Runs the script to its end.
    ///
    /// - Parameter progress: Called with the finished share of the work, from 0 to 1.
    func run(progress: (Double) -> Void) throws(SystemError) -> Outcome {
        let messages = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer {
            close(messages)
            close(input)
        }
        guard messages >= 0, input >= 0 else { throw SystemError(operation: "write \(log)") }
        let pipe = try ProcessPipe()
        defer { close(pipe.reading) }
        let process: Int32
        do {
            defer { close(pipe.writing) }
            process = try Spawn(
                words: ["setpriv", "--pdeathsig", "KILL", "--", "env"] + words,
                descriptors: [input, pipe.writing, messages]
            ).run()
        }
        var outcome = Outcome(exitCode: 0)
        Self.read(pipe.reading) { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return }
            switch parts[0] {
            case "progress": if let share = Double(parts[1]) { progress(min(max(share, 0), 1)) }
            case "problem": outcome.problem = parts[1].printable
            case "note": outcome.notes.append(parts[1].printable)
            default: break
            }
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The low bits have the number of a signal, the next eight the exit code.
        outcome.exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
        return outcome
    }

    /// The first line of the output of a program; `nil` if it fails.
    static func firstLine(_ words: [String]) throws(SystemError) -> String? {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        guard null >= 0 else { throw SystemError(operation: "open /dev/null") }
        let pipe = try ProcessPipe()
        defer { close(pipe.reading) }
        let process: Int32
        do {
            defer { close(pipe.writing) }
            process = try Spawn(words: words, descriptors: [null, pipe.writing, null]).run()
        }
        var first: String?
        read(pipe.reading) { if first == nil { first = $0 } }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? first : nil
    }

    private static func read(_ descriptor: Int32, line: (String) -> Void) {
        var block = [UInt8](repeating: 0, count: 1 << 14)
        var rest: [UInt8] = []
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            for byte in block[..<count] {
                if byte == UInt8(ascii: "\n") {
                    line(String(decoding: rest, as: UTF8.self))
                    rest.removeAll(keepingCapacity: true)
                } else if rest.count < maxLineBytes {
                    rest.append(byte)
                }
            }
        }
    }
}
