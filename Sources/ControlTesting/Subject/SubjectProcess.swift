@preconcurrency import Glibc
import Synchronization

/// A control as the supervisor starts it: a process group of its own, and its standard input a pipe that ends with the
/// exam. Whatever happens, the group is killed at the end.
final class SubjectProcess {
    /// Its number, and that of its group.
    let processID: Int32
    /// What it wrote to both outputs so far, in the order in which it was read; the newest part of it.
    private(set) var output: [UInt8] = []
    /// What it wrote to standard error, likewise.
    private(set) var errors: [UInt8] = []
    /// Whether what it writes is read; if not, its pipes fill up.
    var isRead = true
    private var input: Int32
    private var outputs: [Int32]
    private var ended: SubjectEnding?
    private var isReaped = false

    private static let mostKeptBytes = 64 * 1024

    /// Starts it in a working folder.
    init(
        _ subject: ExamSubject, environment: [String: String], folder: String
    ) throws(CaseEnding) {
        // The kernel ends it when the exam dies.
        let words = ["env", "--chdir=\(folder)", "setpriv", "--pdeathsig", "KILL", "--", subject.executable]
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        // A pipe is inherited until it is said that it is not: no other control may be started in between.
        let (processID, pipes) = try Self.starting.withLock { _ throws(CaseEnding) in
            let pipes = (try Pipe(), try Pipe(), try Pipe())
            let spawn = Spawn(
                words: words + subject.arguments, environment: variables,
                descriptors: [pipes.0.end, pipes.1.start, pipes.2.start])
            return (try spawn.run(), pipes)
        }
        self.processID = processID
        for descriptor in [pipes.0.end, pipes.1.start, pipes.2.start] { close(descriptor) }
        input = pipes.0.start
        outputs = [pipes.1.end, pipes.2.end]
        for descriptor in outputs { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    private static let starting = Mutex(())

    deinit { kill() }

    /// What can be waited for.
    var descriptors: [Int32] { isRead ? outputs.filter { $0 >= 0 } : [] }

    /// How it has ended; `nil` while it lives. It is not reaped yet, so that its number stays its own.
    var ending: SubjectEnding? {
        if let ended { return ended }
        var information = siginfo_t()
        guard waitid(P_PID, UInt32(processID), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            information.si_signo == SIGCHLD
        else { return nil }
        let status = information._sifields._sigchld.si_status
        ended = information.si_code == CLD_EXITED ? .exited(status) : .signaled(status)
        return ended
    }

    /// Sends a signal to its group, as the supervisor does.
    func signal(_ number: Int32) { Glibc.kill(-processID, number) }

    /// Ends its standard input.
    func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Reads what it wrote; returns at once.
    func readOutput() {
        guard isRead else { return }
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        for place in outputs.indices where outputs[place] >= 0 {
            while true {
                let count = read(outputs[place], &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                if count == 0 {
                    close(outputs[place])
                    outputs[place] = -1
                }
                guard count > 0 else { break }
                keep(bytes[..<count], isError: place == 1)
            }
        }
    }

    private func keep(_ bytes: ArraySlice<UInt8>, isError: Bool) {
        output.append(contentsOf: bytes)
        if isError { errors.append(contentsOf: bytes) }
        if output.count > 2 * Self.mostKeptBytes { output.removeFirst(output.count - Self.mostKeptBytes) }
        if errors.count > 2 * Self.mostKeptBytes { errors.removeFirst(errors.count - Self.mostKeptBytes) }
    }

    /// Processes of its group that go on after its end: their numbers and names.
    func leftovers() -> [String] { ProcessGroup(processID).members.filter { $0.processID != processID }.map(\.text) }

    /// Kills the group and forgets the process.
    func kill() {
        guard !isReaped else { return }
        isReaped = true
        signal(SIGKILL)
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        // What was started meanwhile.
        signal(SIGKILL)
        endInput()
        for descriptor in outputs where descriptor >= 0 { close(descriptor) }
        outputs = [-1, -1]
    }
}

/// Both ends of a pipe, inherited by nobody.
private struct Pipe {
    /// Where it is read.
    let end: Int32
    /// Where it is written.
    let start: Int32

    init() throws(CaseEnding) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .broken("make a pipe: \(systemReason())") }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        (end, start) = (ends[0], ends[1])
    }
}

/// What `posix_spawn` needs.
private struct Spawn {
    var words: [String]
    var environment: [String]
    var descriptors: [Int32]

    func run() throws(CaseEnding) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (place, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
        }
        // The threads of the exam take no signals, and hand that on.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var processID: pid_t = 0
        let status = posix_spawnp(&processID, words[0], &actions, &attributes, &arguments, &variables)
        guard status == 0 else { throw .broken("start \(words[0]): \(String(cString: strerror(status)))") }
        return processID
    }
}

/// The system's words for the last error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
