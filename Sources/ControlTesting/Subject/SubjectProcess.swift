import Glibc
import Platform
import Supervisor
import ZeroMQ

/// A control as the launcher starts it: a process group of its own, and its standard input a pipe that ends with the
/// exam. Whatever happens, it is killed at the end, with all that it has started.
final class SubjectProcess {
    /// Its number, and that of its group.
    let processID: Int32
    /// It, and what it has started.
    let started: StartedProcesses
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
    /// How long the kernel may take to end what was killed: a process that waits for a device ends after that.
    private static let mostNanosecondsToKill: UInt64 = 5_000_000_000

    /// Starts it as the launcher does, in a working folder.
    ///
    /// - Parameter variables: the environment without what the plan adds to it.
    init(_ plan: LaunchPlan, variables: [String: String], folder: String) throws(CaseEnding) {
        let command = LaunchCommand(plan, launcher: getpid())
        var environment = variables
        for (name, value) in LaunchCommand.environment(plan) { environment[name] = value }
        let pipes = (try Pipe(in: folder), try Pipe(in: folder), try Pipe(in: folder))
        let theirs = [pipes.0.end, pipes.1.start, pipes.2.start]
        defer { for descriptor in theirs { close(descriptor) } }
        processID = try Spawn(
            words: [command.program] + command.arguments, environment: environment.map { "\($0.key)=\($0.value)" },
            descriptors: theirs, folder: folder
        ).run()
        started = StartedProcesses(first: processID, variable: "NAVBUS_STATE=\(plan.environment["NAVBUS_STATE"] ?? "")")
        input = pipes.0.start
        outputs = [pipes.1.end, pipes.2.end]
        for descriptor in outputs { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

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

    /// Processes that it has started and that go on after its end: their numbers and names.
    func leftovers() -> [String] { started.members.filter { $0.processID != processID }.map(\.text) }

    /// Kills it with all that it has started, and forgets it.
    func kill() {
        guard !isReaped else { return }
        isReaped = true
        let end = MonotonicInstant.now.nanoseconds + Self.mostNanosecondsToKill
        while MonotonicInstant.now.nanoseconds < end {
            // It may have left its group, and its group may have others in it.
            signal(SIGKILL)
            let left = started.members
            for member in left { Glibc.kill(member.processID, SIGKILL) }
            if left.isEmpty, ending != nil { break }
            usleep(2000)
        }
        ended = ending ?? .signaled(SIGKILL)
        var status: Int32 = 0
        waitpid(processID, &status, WNOHANG)
        endInput()
        for descriptor in outputs where descriptor >= 0 { close(descriptor) }
        outputs = [-1, -1]
    }
}
