import Glibc
public import NavigationEvents
import Subprocess

/// Starts controls as processes of their own, watches them, and stops them.
///
/// A control that ends unasked or cannot be started becomes `failed`; the others go on. Each control is its
/// own process group and ends with its launcher: the kernel sends it SIGTERM when the launcher dies, and its
/// standard input, a pipe nobody writes to, reaches its end.
public actor Supervisor {
    private let patience: Duration
    private let onOutput: @Sendable (ControlOutput) -> Void
    private let onChange: @Sendable (ControlStatus) -> Void
    private var children: [String: Child] = [:]
    private var isStopping = false

    private struct Child {
        var task: Task<Void, Never>
        var status: ControlStatus
    }

    /// Makes a supervisor without children.
    ///
    /// - Parameters:
    ///   - patience: how long a control may take to end after SIGTERM before it is killed.
    ///   - onOutput: called for each line a control writes, in the order of that control.
    ///   - onChange: called whenever a control's process starts, ends or fails.
    public init(
        patience: Duration = .seconds(5),
        onOutput: @escaping @Sendable (ControlOutput) -> Void,
        onChange: @escaping @Sendable (ControlStatus) -> Void
    ) {
        self.patience = patience
        self.onOutput = onOutput
        self.onChange = onChange
    }

    /// Starts a control and returns at once; what becomes of it is told through `onChange`. A control that is
    /// already there, or a supervisor that is stopping, starts nothing.
    public func start(_ plan: LaunchPlan) {
        guard !isStopping, children[plan.control] == nil else { return }
        let status = ControlStatus(control: plan.control, state: .starting)
        let task = Task { await self.supervise(plan) }
        children[plan.control] = Child(task: task, status: status)
        onChange(status)
    }

    /// Asks every control to end, waits until all have, and kills those that do not within the supervisor's patience.
    /// What they write while ending is still forwarded. Safe to call twice.
    public func stop() async {
        isStopping = true
        signalAll(SIGTERM)
        let killer = Task {
            try await Task.sleep(for: patience)
            signalAll(SIGKILL)
        }
        for child in children.values { await child.task.value }
        killer.cancel()
    }

    /// Kills every control that is still there, for people who cannot wait.
    public func hasten() { signalAll(SIGKILL) }

    /// Signals the process groups of the children that have not been reaped.
    private func signalAll(_ signal: Int32) {
        for child in children.values where child.status.processID > 0 { kill(-child.status.processID, signal) }
    }

    private func supervise(_ plan: LaunchPlan) async {
        do {
            let result = try await Subprocess.run(
                .name("setpriv"),
                arguments: .init(["--pdeathsig", "TERM", "--", plan.executable] + plan.arguments),
                environment: .inherit.updating(Self.environment(plan)),
                platformOptions: Self.ownGroup,
                input: .inputWriter, output: .sequence, error: .sequence
            ) { execution in
                self.started(plan.control, processID: execution.processIdentifier.value)
                await self.forward(execution, of: plan.control)
            }
            ended(plan.control, result.terminationStatus)
        } catch {
            change(plan.control, .failed, text: "\(plan.executable) could not be started: \(error)")
        }
    }

    /// Forwards both outputs until the control closes them, which it does at the latest when it ends.
    private nonisolated func forward<Input>(
        _ execution: Execution<Input, SequenceOutput, SequenceOutput>, of control: String
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.forward(execution.standardOutput, .standardOutput, of: control) }
            group.addTask { await self.forward(execution.standardError, .standardError, of: control) }
        }
    }

    private nonisolated func forward(
        _ output: SubprocessOutputSequence, _ channel: ControlOutput.Channel, of control: String
    ) async {
        var lines = OutputLines()
        do {
            for try await buffer in output {
                for line in buffer.withUnsafeBytes({ lines.add($0) }) {
                    onOutput(ControlOutput(control: control, channel: channel, line: line))
                }
            }
        } catch {
            guard !Task.isCancelled else { return }
            let line = "its output can no longer be read: \(error)"
            onOutput(ControlOutput(control: control, channel: .standardError, line: line))
        }
        if let line = lines.finish() { onOutput(ControlOutput(control: control, channel: channel, line: line)) }
    }

    private func started(_ control: String, processID: Int32) {
        children[control]?.status.processID = processID
        if isStopping { signalAll(SIGTERM) }
        if let status = children[control]?.status { onChange(status) }
    }

    private func ended(_ control: String, _ status: TerminationStatus) {
        if isStopping || status.isSuccess {
            change(control, isStopping ? .stopped : .failed, text: isStopping ? "" : "ended by itself")
        } else {
            change(control, .failed, text: "ended unasked, \(status.forPeople)")
        }
    }

    private func change(_ control: String, _ state: ControlState, text: String) {
        let status = ControlStatus(control: control, state: state, text: text)
        children[control]?.status = status
        onChange(status)
    }

    private static func environment(_ plan: LaunchPlan) -> [Environment.Key: String?] {
        var variables: [Environment.Key: String?] = ["NAVBUS_LIFELINE": "stdin"]
        for (name, value) in plan.environment {
            if let key = Environment.Key(rawValue: name) { variables[key] = value }
        }
        return variables
    }

    private static var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        return options
    }
}

extension TerminationStatus {
    /// How the process ended, in words.
    var forPeople: String {
        switch self {
        case .exited(let code): "with exit code \(code)"
        case .signaled(let signal): "by signal \(signal)"
        }
    }
}
