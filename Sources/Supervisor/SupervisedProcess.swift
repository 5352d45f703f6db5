import Glibc
import Platform
import Subprocess

/// One process of a control, from its start to its end: its environment, its session and its standard streams.
struct SupervisedProcess: Sendable {
    /// The plan of the process.
    let plan: LaunchPlan
    /// Makes the data for its standard input; `nil`: no data.
    let feed: (@Sendable () -> AsyncStream<[UInt8]>)?
    /// Called for each line of its output.
    let onOutput: @Sendable (ControlOutput) -> Void

    /// Runs the process, and returns its ending after it has been reaped.
    ///
    /// - Parameters:
    ///   - onStart: Called with its number as soon as it exists.
    ///   - onEnd: Called with its number when it has ended and all its output was forwarded. It is reaped afterwards,
    ///     so during the call no other process has its number.
    func run(
        onStart: @escaping @Sendable (Int32) async -> Void, onEnd: @escaping @Sendable (Int32) async -> Void
    ) async -> ProcessEnding {
        do {
            let command = LaunchCommand(plan, launcher: getpid())
            let result = try await Subprocess.run(
                .name(command.program), arguments: .init(command.arguments),
                environment: .inherit.updating(environment), platformOptions: Self.ownSession,
                input: .inputWriter, output: .sequence, error: .sequence
            ) { execution in
                let processID = execution.processIdentifier.value
                await onStart(processID)
                let feeding = feed.map { feed in
                    Task { await Self.write(feed(), to: execution.standardInputWriter) }
                }
                await forward(execution)
                await Self.waitForEnd(of: processID)
                await onEnd(processID)
                feeding?.cancel()
                await feeding?.value
            }
            return ProcessEnding(result.terminationStatus)
        } catch {
            return .unstartable("\(error)")
        }
    }

    /// Writes until the data end or the process no longer reads.
    private static func write(_ chunks: AsyncStream<[UInt8]>, to writer: StandardInputWriter) async {
        for await chunk in chunks {
            // The end of the process is noticed elsewhere.
            guard (try? await writer.write(chunk)) != nil else { return }
        }
    }

    /// Forwards both outputs until the process closes them or ends.
    private func forward<Input>(_ execution: Execution<Input, SequenceOutput, SequenceOutput>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await forward(execution.standardOutput, .standardOutput) }
            group.addTask { await forward(execution.standardError, .standardError) }
        }
    }

    private func forward(_ output: SubprocessOutputSequence, _ channel: ControlOutput.Channel) async {
        let limiter = OutputLimiter(control: plan.control, channel: channel, onOutput: onOutput)
        defer { limiter.finish() }
        do {
            for try await buffer in output {
                let pauseSeconds = buffer.withUnsafeBytes { limiter.add($0) }
                // During the pause the pipe fills up, and the process waits.
                if pauseSeconds > 0 { try await Task.sleep(for: .seconds(pauseSeconds)) }
            }
        } catch {
            guard !Task.isCancelled else { return }
            let line = "its output can no longer be read: \(error)"
            onOutput(ControlOutput(control: plan.control, channel: .standardError, line: line))
        }
    }

    /// Waits for the end of a process that has closed its outputs. It is not reaped yet, so no other process has its
    /// number.
    private static func waitForEnd(of processID: Int32) async {
        var pause = Duration.milliseconds(1)
        while !hasEnded(processID) {
            do { try await Task.sleep(for: pause) } catch { return }
            pause = min(pause * 2, .milliseconds(250))
        }
    }

    private static func hasEnded(_ processID: Int32) -> Bool {
        var information = siginfo_t()
        let outcome = waitid(P_PID, UInt32(processID), &information, WEXITED | WNOHANG | WNOWAIT)
        return outcome != 0 || information.si_signo == SIGCHLD
    }

    private var environment: [Environment.Key: String?] {
        var variables: [Environment.Key: String?] = [:]
        let own = [ProcessFacts.originVariable: "\(ProcessFacts.launcherMark)/\(plan.control)"]
        for (name, value) in LaunchCommand.environment(plan).merging(own, uniquingKeysWith: { $1 }) {
            if let key = Environment.Key(rawValue: name) { variables.updateValue(value, forKey: key) }
        }
        return variables
    }

    private static var ownSession: PlatformOptions {
        var options = PlatformOptions()
        options.createSession = true
        return options
    }
}
