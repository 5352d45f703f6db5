import Synchronization

/// Passes on the lines of one output of a control within its ``OutputBudget``, and reports how many it has omitted.
final class OutputLimiter: Sendable {
    private struct State {
        var lines = OutputLines()
        var budget: OutputBudget
        var excess = 0
        var isReportPending = false
    }

    private let control: String
    private let channel: ControlOutput.Channel
    private let onOutput: @Sendable (ControlOutput) -> Void
    private let state: Mutex<State>
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant

    init(
        control: String, channel: ControlOutput.Channel, onOutput: @escaping @Sendable (ControlOutput) -> Void
    ) {
        self.control = control
        self.channel = channel
        self.onOutput = onOutput
        began = clock.now
        state = Mutex(State(budget: OutputBudget(atSeconds: 0)))
    }

    /// Adds bytes that were read.
    ///
    /// - Returns: The seconds until the next read.
    func add(_ bytes: UnsafeRawBufferPointer) -> Double {
        let now = (clock.now - began) / .seconds(1)
        let (lines, pauseSeconds) = state.withLock { state in
            let pauseSeconds = state.budget.read(bytes: bytes.count, atSeconds: now)
            var budget = state.budget
            let lines = state.lines.add(bytes) { budget.takeLine() }
            state.budget = budget
            state.excess += lines.leftOut
            return (lines.complete, pauseSeconds)
        }
        for line in lines { show(line) }
        reportExcess()
        return pauseSeconds
    }

    /// Reports how many lines were omitted, a second after the first of them.
    private func reportExcess() {
        let mustWait = state.withLock { state in
            guard state.excess > 0, !state.isReportPending else { return false }
            state.isReportPending = true
            return true
        }
        guard mustWait else { return }
        Task {
            try? await Task.sleep(for: .seconds(1))
            sayExcess()
        }
    }

    /// Passes on the rest at the end.
    func finish() {
        sayExcess()
        if let line = state.withLock({ $0.lines.finish() }) { show(line) }
    }

    private func sayExcess() {
        let excess = state.withLock { state in
            defer { (state.excess, state.isReportPending) = (0, false) }
            return state.excess
        }
        guard excess > 0 else { return }
        let line = "wrote \(excess) more \(excess == 1 ? "line" : "lines"), not shown; let it write less"
        onOutput(ControlOutput(control: control, channel: .standardError, line: line))
    }

    private func show(_ line: String) { onOutput(ControlOutput(control: control, channel: channel, line: line)) }
}
