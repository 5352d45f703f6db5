import Glibc

/// A child process whose standard output is read.
final class Child {
    private let processID: pid_t
    private let reading: Int32

    init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchmarkError(text: "open a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        for (name, value) in environment { setenv(name, value, 1) }
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let code = posix_spawnp(&processID, program, &actions, nil, words, environ)
        close(ends[1])
        guard code == 0 else { throw BenchmarkError(text: "start \(program): \(String(cString: strerror(code)))") }
        self.processID = processID
        reading = ends[0]
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    }

    deinit { end() }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String]) {
        // If the folder cannot be removed, the system clears it later.
        guard let child = try? Child(program, arguments, [:]) else { return }
        var status: Int32 = 0
        waitpid(child.processID, &status, 0)
    }

    /// Kills the process.
    func end() {
        guard kill(processID, SIGKILL) == 0 else { return }
        var status: Int32 = 0
        waitpid(processID, &status, 0)
    }

    /// Discards its output so far.
    func discardOutput() {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while read(reading, &bytes, bytes.count) > 0 {}
    }

    /// Waits for its next output.
    ///
    /// - Returns: The monotonic time of the output, milliseconds.
    func firstOutput() throws -> Double {
        var waited = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, 20_000) > 0 else { throw BenchmarkError(text: "receive output within 20 s") }
        return milliseconds()
    }

    /// Resident memory, 10^6 bytes.
    var residentMegabytes: Double {
        let pages = fields(of: "statm").dropFirst().first ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000
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
