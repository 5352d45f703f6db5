import Dispatch
import Glibc
import Synchronization
import Testing

/// A child process with pipes as standard streams; killed when it is released.
final class ChildProcess: Sendable {
    let processID: pid_t
    private let input: Int32
    private let output: LineReader
    private let errors: LineReader
    private let isAwaited = Mutex(false)

    /// Starts a program in the folder of the tests.
    init(_ name: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        let path = try siblingPath(name)
        let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, STDERR_FILENO)

        var child = pid_t()
        let status = withCStrings([path] + arguments) { argv in
            withCStrings(environment.map { "\($0)=\($1)" } + ["SWIFT_BACKTRACE=enable=no"]) { envp in
                posix_spawn(&child, path, &actions, nil, argv, envp)
            }
        }
        try #require(status == 0, "cannot start \(path): \(String(cString: strerror(status)))")
        for descriptor in [input.reading, output.writing, errors.writing] { close(descriptor) }
        processID = child
        self.input = input.writing
        self.output = LineReader(output.reading)
        self.errors = LineReader(errors.reading)
    }

    deinit {
        close(input)
        guard !isAwaited.withLock({ $0 }) else { return }
        kill(processID, SIGKILL)
        // Exit tests wait for all children of the tests, so each one has to be reaped.
        Self.wait(processID)
    }

    /// The next line of standard output; `nil` at its end.
    func line() async throws -> String? { try await output.line() }

    /// The next line of standard error; `nil` at its end.
    func errorLine() async throws -> String? { try await errors.line() }

    func send(_ signal: Int32) { kill(processID, signal) }

    /// Ends standard input, like the death of a launcher.
    func endInput() { dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), input) }

    /// Waits for the end; returns the exit code, or the negated signal number.
    func exitCode() async -> Int32 {
        isAwaited.withLock { $0 = true }
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "wait").async { [processID] in
                let status = Self.wait(processID)
                continuation.resume(returning: status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F))
            }
        }
    }
}

extension ChildProcess {
    /// Waits for the end of a process; returns its status.
    @discardableResult
    private static func wait(_ processID: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// Reads lines from a descriptor, each within ten seconds.
private final class LineReader: Sendable {
    private let lines: AsyncStream<String>
    private let queue = DispatchQueue(label: "lines")

    init(_ descriptor: Int32) {
        let (lines, input) = AsyncStream<String>.makeStream()
        self.lines = lines
        queue.async {
            var rest: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(descriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                rest += bytes[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    input.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            close(descriptor)
            input.finish()
        }
    }

    func line() async throws -> String? {
        try await withThrowingTaskGroup(of: String?.self) { [lines] group in
            group.addTask { await lines.first { _ in true } }
            group.addTask {
                try await Task.sleep(for: .seconds(20))
                throw Silence()
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    struct Silence: Error {}
}

private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}

/// A program of the same build.
private func siblingPath(_ name: String) throws -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    try #require(count > 0)
    let own = String(decoding: bytes[..<count], as: UTF8.self)
    let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
    let path = "\(folder)/\(name)"
    try #require(access(path, X_OK) == 0, "\(path) is missing; build the whole package")
    return path
}

private func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
