import Glibc

/// A program whose standard output is read to its end.
final class Pipe {
    private let processID: pid_t
    private let reading: Int32

    init(_ program: String, _ arguments: [String]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchmarkError(text: "open a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, program, &actions, nil, words, environ)
        close(ends[1])
        guard code == 0 else { throw BenchmarkError(text: "start \(program): \(String(cString: strerror(code)))") }
        self.processID = processID
        reading = ends[0]
    }

    /// Runs a program to its end.
    ///
    /// - Returns: The lines of its output; none if it cannot be started.
    static func run(_ program: String, _ arguments: [String]) -> [String] {
        (try? Pipe(program, arguments))?.lines ?? []
    }

    /// The lines of its output until its end. Can be read once.
    var lines: [String] {
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(reading, &bytes, bytes.count)
            guard count > 0 else { break }
            text += bytes.prefix(count)
        }
        close(reading)
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
