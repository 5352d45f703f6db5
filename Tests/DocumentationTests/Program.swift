import Foundation

/// A program in its own session, as on a terminal, which ends with all its child processes.
final class Program {
    /// The exit code; `nil` while it runs. For a signal it is 128 plus its number, as in a shell.
    private(set) var exitCode: Int32?
    let processID: pid_t
    private let output: String

    /// Starts the program with standard output in the file `output` and standard error in `output.errors`.
    init(_ words: [String], environment: [String: String], output: String) throws {
        self.output = output
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, output + ".errors", flags, 0o600)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // Tests in the background of a shell ignore SIGINT, and the programs would inherit that.
        var interrupts = none
        sigaddset(&interrupts, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &interrupts)
        // POSIX_SPAWN_SETSID, which Glibc does not show to Swift.
        posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .filter { !$0.value.isEmpty }.map { "\($0)=\($1)" }
        let (argv, envp) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { (argv + envp).forEach { free($0) } }
        var identity = pid_t()
        let error = posix_spawn(&identity, words[0], &actions, &attributes, argv, envp)
        guard error == 0 else { throw CheckoutError("start \(words[0]): \(String(cString: strerror(error)))") }
        processID = identity
    }

    /// Its standard output so far.
    var written: String { text(output) }
    /// Its standard error so far.
    var errors: String { text(output + ".errors") }
    /// Both outputs.
    var said: String { written + errors }

    /// Whether the program has ended.
    var hasEnded: Bool {
        if exitCode != nil { return true }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return false }
        exitCode = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
        return true
    }

    /// Waits until a condition is true; `false` after the timeout or if the program ends before.
    func wait(seconds: Double, until condition: (Program) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            if condition(self) { return true }
            if hasEnded { return condition(self) }
            usleep(20_000)
        }
        return condition(self)
    }

    /// Waits for its end, and kills it after the timeout.
    func wait(seconds: Double) {
        if !wait(seconds: seconds, until: \.hasEnded) { end() }
    }

    /// Interrupts its process group, like Ctrl-C on a terminal.
    func interrupt() { if !hasEnded { kill(-processID, SIGINT) } }

    /// Ends its process group, at first with SIGINT, then with SIGKILL.
    func end() {
        interrupt()
        if !wait(seconds: 10, until: \.hasEnded) {
            kill(-processID, SIGKILL)
            _ = wait(seconds: 10, until: \.hasEnded)
        }
        kill(-processID, SIGKILL)
    }

    private func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
