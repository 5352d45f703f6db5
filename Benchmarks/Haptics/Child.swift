import Glibc

/// The process of the control.
final class Child {
    private let processID: pid_t

    init(_ program: String, _ environment: [String: String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        for (name, value) in environment { setenv(name, value, 1) }
        let words = [strdup(program), nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, program, &actions, nil, words, environ)
        guard code == 0 else { throw BenchmarkError(text: "start \(program): \(String(cString: strerror(code)))") }
        self.processID = processID
    }

    deinit { end() }

    /// Kills the process.
    func end() {
        guard kill(processID, SIGKILL) == 0 else { return }
        var status: Int32 = 0
        waitpid(processID, &status, 0)
    }

    /// Resident memory, 10^6 bytes.
    var residentMegabytes: Double {
        (fields(of: "statm").dropFirst().first ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000
    }

    /// CPU time so far, milliseconds.
    var cpuMilliseconds: Double {
        // User and system time are the 12th and 13th fields after the name in parentheses.
        let times = fields(of: "stat").dropFirst(11).prefix(2)
        return times.reduce(0, +) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private func fields(of file: String) -> [Double] {
        let descriptor = open("/proc/\(processID)/\(file)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        let rest = text.lastIndex(of: ")").map { text[text.index(after: $0)...] } ?? text[...]
        return rest.split { $0 == " " || $0 == "\n" }.map { Double($0) ?? 0 }
    }
}

/// The reason why a measurement failed. The text completes "failed to …".
struct BenchmarkError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}
