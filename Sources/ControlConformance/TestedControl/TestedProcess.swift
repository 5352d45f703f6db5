import Glibc
import Platform
import Supervisor
import ZeroMQ

/// The process of a control, started as by the launcher: in a process group of its own, with a pipe as standard input
/// that ends with the test. It is killed at the end with all its children.
final class TestedProcess {
    /// Number of the process and of its group.
    let processID: Int32
    /// The process and its children.
    let started: StartedProcesses
    /// The newest part of both outputs, in the order in which they were read.
    private(set) var output: [UInt8] = []
    /// The newest part of standard error.
    private(set) var errors: [UInt8] = []
    /// Whether the outputs are read; otherwise the pipes fill up.
    var isRead = true
    private var input: Int32
    private var outputs: [Int32]
    private var ended: TestedProcessEnding?
    private var isReaped = false

    private static let maxKeptBytes = 64 * 1024
    /// Maximum time until a killed process ends; one that waits for a device ends later.
    private static let maxNanosecondsToKill: UInt64 = 5_000_000_000

    /// Starts the process as the launcher does.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - variables: The environment, to which the plan adds its own variables.
    ///   - folder: The working folder.
    init(_ plan: LaunchPlan, variables: [String: String], folder: String) throws(CaseEnding) {
        let command = LaunchCommand(plan, launcher: getpid())
        var environment = variables
        for (name, value) in LaunchCommand.environment(plan) { environment[name] = value }
        let pipes = (try ProcessPipe.forCase(), try ProcessPipe.forCase(), try ProcessPipe.forCase())
        let theirs = [pipes.0.reading, pipes.1.writing, pipes.2.writing]
        defer { for descriptor in theirs { close(descriptor) } }
        processID = try Spawn(
            words: [command.program] + command.arguments, environment: environment.map { "\($0.key)=\($0.value)" },
            descriptors: theirs, folder: folder
        ).runForCase()
        started = StartedProcesses(first: processID, variable: "NAVBUS_STATE=\(plan.environment["NAVBUS_STATE"] ?? "")")
        input = pipes.0.writing
        outputs = [pipes.1.reading, pipes.2.reading]
        for descriptor in outputs { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    deinit { kill() }

    /// The descriptors to poll.
    var descriptors: [Int32] { isRead ? outputs.filter { $0 >= 0 } : [] }

    /// How the process ended; `nil` while it lives. It is not reaped yet, so no other process has its number.
    var ending: TestedProcessEnding? {
        if let ended { return ended }
        var information = siginfo_t()
        guard waitid(P_PID, UInt32(processID), &information, WEXITED | WNOHANG | WNOWAIT) == 0,
            information.si_signo == SIGCHLD
        else { return nil }
        let status = information._sifields._sigchld.si_status
        ended = information.si_code == CLD_EXITED ? .exited(status) : .signaled(status)
        return ended
    }

    /// Sends a signal to the group, as the supervisor does.
    func signal(_ number: Int32) { Glibc.kill(-processID, number) }

    /// Ends its standard input.
    func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Reads the available output; returns immediately.
    func readOutput() {
        guard isRead else { return }
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        for index in outputs.indices where outputs[index] >= 0 {
            while true {
                let count = read(outputs[index], &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                if count == 0 {
                    close(outputs[index])
                    outputs[index] = -1
                }
                guard count > 0 else { break }
                keep(bytes[..<count], isError: index == 1)
            }
        }
    }

    private func keep(_ bytes: ArraySlice<UInt8>, isError: Bool) {
        output.append(contentsOf: bytes)
        if isError { errors.append(contentsOf: bytes) }
        if output.count > 2 * Self.maxKeptBytes { output.removeFirst(output.count - Self.maxKeptBytes) }
        if errors.count > 2 * Self.maxKeptBytes { errors.removeFirst(errors.count - Self.maxKeptBytes) }
    }

    /// Names and numbers of its children that still run.
    func leftovers() -> [String] { started.members.filter { $0.processID != processID }.map(\.text) }

    /// Kills the process and its children, and reaps it.
    func kill() {
        guard !isReaped else { return }
        isReaped = true
        let end = MonotonicInstant.now.nanoseconds + Self.maxNanosecondsToKill
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
