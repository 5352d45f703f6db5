import EventBus
import Glibc
public import NavigationEvents
import Platform

/// Starts processes, watches, restarts and stops them.
///
/// A process that ends unexpectedly is restarted by its ``RestartPolicy``, while the others continue. Each process has
/// its own session, which ends with it. It ends with its launcher: the kernel then sends it SIGTERM, and its standard
/// input, a pipe, reaches its end.
public actor Supervisor {
    private let stopTimeout: Duration
    private let onOutput: @Sendable (ControlOutput) -> Void
    private let onChange: @Sendable (ControlStatus) -> Void
    private let adoptsOrphans: Bool
    private var children: [String: Child] = [:]
    private var reaping: Task<Void, any Error>?
    private var isStopping = false
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant

    private struct Child {
        var plan: LaunchPlan
        var feed: (@Sendable () -> AsyncStream<[UInt8]>)?
        var status: ControlStatus
        var task: Task<Void, Never>?
        var pause: Task<Void, any Error>?
        /// The reason why it is being ended; `nil` if it is not.
        var replacement: String?
        var isStopping = false
        /// Whether it is killed immediately when it is stopped.
        var isKilledAtOnce = false
        var wasReady = false
        /// Whether the current process did its work: see ``noteWork(of:processID:)``.
        var hasWorked = false
        var lastEnding: ProcessEnding?
        /// Whether its process is being created, and has no number yet.
        var isSpawning = false
        /// Its process until it has been reaped; 0 if there is none.
        var unreapedID: Int32 = 0
    }

    /// Makes a supervisor without children.
    ///
    /// - Parameters:
    ///   - stopTimeout: Time between SIGTERM and SIGKILL when a process is stopped.
    ///   - adoptsOrphans: Whether all descendants of the processes end with them, even those that have left their
    ///     session. Only for a launcher that starts no other processes, because any other child counts as such a
    ///     descendant.
    ///   - onOutput: Called for each line of output, in the order of its process.
    ///   - onChange: Called when a process starts, ends, is restarted or fails.
    public init(
        stopTimeout: Duration = .seconds(5),
        adoptsOrphans: Bool = false,
        onOutput: @escaping @Sendable (ControlOutput) -> Void,
        onChange: @escaping @Sendable (ControlStatus) -> Void
    ) {
        self.stopTimeout = stopTimeout
        self.adoptsOrphans = adoptsOrphans
        self.onOutput = onOutput
        self.onChange = onChange
        began = clock.now
        if adoptsOrphans { DescendantProcesses.adoptOrphans() }
    }

    /// Starts a process and returns immediately; `onChange` reports what follows. Does nothing if the process exists,
    /// or if the supervisor is stopping.
    ///
    /// - Parameters:
    ///   - plan: The plan of the process.
    ///   - feed: Makes the data for its standard input, for each start; `nil`: no data.
    public func start(_ plan: LaunchPlan, feed: (@Sendable () -> AsyncStream<[UInt8]>)? = nil) {
        guard !isStopping, children[plan.control] == nil else { return }
        if adoptsOrphans, reaping == nil { reaping = Task { try await self.reapOrphans() } }
        let status = ControlStatus(control: plan.control, state: .starting)
        children[plan.control] = Child(plan: plan, feed: feed, status: status)
        onChange(status)
        children[plan.control]?.task = Task { await self.supervise(plan) }
    }

    /// Ends a process that hangs, which counts as a death: its policy decides about the restart.
    ///
    /// - Parameters:
    ///   - control: The process.
    ///   - reason: The problem ("did not say hello within 5 s").
    ///   - termSeconds: Time between SIGTERM and SIGKILL, seconds; `nil`: SIGKILL immediately.
    public func replace(_ control: String, because reason: String, termSeconds: Double? = 2) {
        guard let child = children[control], child.status.processID > 0, child.replacement == nil else { return }
        let processID = child.status.processID
        children[control]?.replacement = reason
        guard let termSeconds else { return signal(control, SIGKILL) }
        signal(control, SIGTERM)
        Task {
            try await Task.sleep(for: .seconds(termSeconds))
            if children[control]?.status.processID == processID { signal(control, SIGKILL) }
        }
    }

    /// Stops processes: sends SIGTERM, waits for their end, and kills those that take too long. Their output is still
    /// forwarded. Safe to call twice.
    ///
    /// - Parameter controls: The processes; `nil`: all of them, and nothing can be started afterwards.
    public func stop(_ controls: [String]? = nil) async {
        if controls == nil { isStopping = true }
        let names = controls ?? Array(children.keys)
        for name in names {
            children[name]?.isStopping = true
            children[name]?.pause?.cancel()
            signal(name, children[name]?.isKilledAtOnce == true ? SIGKILL : SIGTERM)
        }
        let killer = Task {
            try await Task.sleep(for: stopTimeout)
            // Repeatedly, because a process that was just being created had no number yet.
            while true {
                for name in names { signal(name, SIGKILL) }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        for name in names { await children[name]?.task?.value }
        killer.cancel()
        guard controls == nil else { return }
        reaping?.cancel()
        await endOrphans { _ in true }
    }

    /// Kills processes immediately, for a user who cannot wait; they are not restarted.
    ///
    /// - Parameter controls: The processes; `nil`: all of them.
    public func killNow(_ controls: [String]? = nil) {
        for name in controls ?? Array(children.keys) {
            children[name]?.isStopping = true
            children[name]?.isKilledAtOnce = true
            signal(name, SIGKILL)
        }
    }

    /// Notes that a process is ready.
    public func noteReady(_ control: String) { children[control]?.wasReady = true }

    /// Notes that a control has had an effect: if it dies now, it did not die of its start.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - processID: The process that reported the effect, of the control or of its session; 0 if unknown.
    public func noteWork(of control: String, processID: Int32) {
        guard let own = children[control]?.status.processID, own > 0, children[control]?.hasWorked == false,
            processID == 0 || processID == own || ProcessFacts(of: processID)?.session == own
        else { return }
        children[control]?.hasWorked = true
    }

    /// The last ending of a process; `nil` if it has never ended.
    public func lastEnding(of control: String) -> ProcessEnding? { children[control]?.lastEnding }

    /// Sends a signal to the process group of a process that has not been reaped.
    private func signal(_ control: String, _ number: Int32) {
        if let processID = children[control]?.status.processID, processID > 0 { kill(-processID, number) }
    }

    // MARK: - One process

    private func supervise(_ plan: LaunchPlan) async {
        var policy = RestartPolicy(plan.restart, seed: UInt64.random(in: 0...UInt64.max))
        while let child = children[plan.control], !child.isStopping, !isStopping {
            policy.started(atSeconds: now)
            let ending = await run(plan, feed: child.feed)
            guard let pauseSeconds = settle(plan.control, ending, &policy) else { return }
            guard await pause(plan.control, seconds: pauseSeconds) else { return }
            restart(plan.control)
        }
        if children[plan.control]?.status.state != .failed { change(plan.control, .stopped, text: "") }
    }

    /// Notes an end, and returns the seconds until the next start; `nil` if there is none.
    private func settle(_ control: String, _ ended: ProcessEnding, _ policy: inout RestartPolicy) -> Double? {
        let ending = children[control]?.replacement.map(ProcessEnding.replaced) ?? ended
        children[control]?.replacement = nil
        children[control]?.lastEnding = ending
        children[control]?.status.processID = 0
        if isStopping || children[control]?.isStopping == true {
            change(control, .stopped, text: "")
            return nil
        }
        switch decision(control, ending, &policy) {
        case .restart(let seconds):
            change(control, .restarting, text: "\(ending)")
            return seconds
        case .retry(let seconds):
            change(control, .failed, text: "\(ending); it is tried again in \(Self.forPeople(seconds: seconds))")
            return seconds
        case .leave:
            change(control, .failed, text: "\(ending)")
            return nil
        }
    }

    private func decision(
        _ control: String, _ ending: ProcessEnding, _ policy: inout RestartPolicy
    ) -> RestartPolicy.Decision {
        guard let child = children[control], child.plan.isRequired else {
            return policy.ended(ending, atSeconds: now, hasWorked: children[control]?.hasWorked == true)
        }
        if !child.wasReady, case .exited = ending { return .leave }
        // A process that has been ready is restarted, whatever ended it.
        return policy.ended(ending, atSeconds: now, isRequired: child.wasReady)
    }

    /// Waits before a restart.
    ///
    /// - Returns: `false` if the process is stopped in the meantime.
    private func pause(_ control: String, seconds: Double) async -> Bool {
        let pause = Task { try await Task.sleep(for: .seconds(seconds)) }
        children[control]?.pause = pause
        defer { children[control]?.pause = nil }
        guard case .success = await pause.result else {
            if children[control]?.status.state != .failed { change(control, .stopped, text: "") }
            return false
        }
        return true
    }

    private func restart(_ control: String) {
        guard !isStopping, children[control]?.isStopping == false else { return }
        children[control]?.status.restarts += 1
        change(control, .starting, text: "")
    }

    private func run(_ plan: LaunchPlan, feed: (@Sendable () -> AsyncStream<[UInt8]>)?) async -> ProcessEnding {
        children[plan.control]?.isSpawning = true
        defer {
            children[plan.control]?.isSpawning = false
            children[plan.control]?.unreapedID = 0
        }
        let process = SupervisedProcess(plan: plan, feed: feed, onOutput: onOutput)
        return await process.run(
            onStart: { await self.started(plan.control, processID: $0) },
            onEnd: { await self.ended(plan.control, processID: $0) })
    }

    private func started(_ control: String, processID: Int32) {
        children[control]?.status.processID = processID
        children[control]?.isSpawning = false
        children[control]?.unreapedID = processID
        children[control]?.hasWorked = false
        guard let child = children[control] else { return }
        if child.isStopping || isStopping { signal(control, child.isKilledAtOnce ? SIGKILL : SIGTERM) }
        onChange(child.status)
    }

    /// Ends what an ended process left. It is not reaped yet; afterwards another process may get its number.
    private func ended(_ control: String, processID: Int32) async {
        await endRemainingProcesses(of: control, processID)
        children[control]?.status.processID = 0
    }

    private func change(_ control: String, _ state: ControlState, text: String) {
        guard var status = children[control]?.status else { return }
        status.state = state
        status.text = text
        children[control]?.status = status
        onChange(status)
    }

    private var now: Double { Double((clock.now - began) / .microseconds(1)) / 1e6 }

    private static func forPeople(seconds: Double) -> String {
        seconds >= 60 ? "\(Int((seconds / 60).rounded())) min" : "\(Int(seconds.rounded(.up))) s"
    }
}

// MARK: - Orphans

extension Supervisor {
    /// An ended orphan costs only its number, so it may wait.
    private static let reapSeconds = 10.0
    /// Maximum time until killed processes end: the kernel cannot end one that waits for a device.
    private static let maxSecondsToKill = 2.0

    /// Ends the remaining processes of the session of an ended process, and those that have left it. The process is not
    /// reaped yet, so no other session has its number.
    private func endRemainingProcesses(of control: String, _ processID: Int32) async {
        kill(-processID, SIGKILL)
        await endAll { DescendantProcesses().members(ofSession: processID) }
        await endOrphans { self.isLeft($0, by: control, session: processID) }
    }

    /// Whether an orphan belongs to this control. One of unknown origin is ended as well.
    private func isLeft(_ orphan: ProcessFacts, by control: String, session: Int32) -> Bool {
        if children.values.contains(where: { $0.unreapedID == orphan.session && $0.unreapedID != session }) {
            return false
        }
        let prefix = "\(ProcessFacts.launcherMark)/"
        guard let origin = orphan.variable(ProcessFacts.originVariable), origin.hasPrefix(prefix) else { return true }
        let name = String(origin.dropFirst(prefix.count))
        return name == control || children[name] == nil
    }

    private func endOrphans(where isWanted: @escaping (ProcessFacts) -> Bool) async {
        guard adoptsOrphans else { return }
        await endAll {
            // A process that is just being created is a child that is not in the list of started ones yet.
            guard !self.isSpawning else { return nil }
            DescendantProcesses.reapOrphans(started: self.started)
            return DescendantProcesses().orphans(started: self.started, where: isWanted)
        }
    }

    /// Kills processes until none is left that can be killed. `processes` returns `nil` if it cannot tell at the
    /// moment.
    private func endAll(_ processes: () -> [ProcessFacts]?) async {
        let deadline = clock.now + .seconds(Self.maxSecondsToKill)
        while clock.now < deadline {
            if let found = processes(), found.count(where: { kill($0.processID, SIGKILL) == 0 }) == 0 { return }
            do { try await Task.sleep(for: .milliseconds(5)) } catch { return }
        }
    }

    /// Reaps orphans until it is cancelled.
    private func reapOrphans() async throws {
        while true {
            try await Task.sleep(for: .seconds(Self.reapSeconds))
            if !isSpawning { DescendantProcesses.reapOrphans(started: started) }
        }
    }

    private var isSpawning: Bool { children.values.contains(where: \.isSpawning) }
    /// The processes that were started and not reaped yet.
    private var started: Set<Int32> { Set(children.values.map(\.unreapedID)) }
}
