import Foundation
package import Glibc

/// A program that a test starts and ends.
///
/// Foundation's `Process` considers a child ended when it closes its inherited descriptors, as PulseAudio does, and
/// then waits for it.
package final class Child {
    package let processID: pid_t
    private var status: Int32?

    /// Starts a program whose input and outputs are files.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        output: String = "/dev/null", errors: String = "/dev/null"
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // A child would inherit the signal mask of the test threads, which block signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var processID: pid_t = 0
        let code = posix_spawn(&processID, path, &actions, &attributes, words, variables)
        guard code == 0 else {
            throw ToolError(description: "\(path) cannot be started: \(String(cString: strerror(code)))")
        }
        self.processID = processID
    }

    deinit { end(SIGKILL) }

    /// Waits for the end; returns the exit code, or 128 plus the number of the signal that ended it.
    @discardableResult
    package func wait() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(processID, &raw, 0) < 0, errno == EINTR {}
        let result = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
        status = result
        return result
    }

    /// Ends the program with a signal, unless it has ended.
    package func end(_ signal: Int32 = SIGTERM) {
        guard status == nil else { return }
        kill(processID, signal)
        wait()
    }
}
