import Glibc
package import NavigationEvents

/// Decides which controls are ready and which have to be replaced, from the state of their processes and from their
/// heartbeats on the bus.
///
/// Time counts only while the bus answers, so that a bus that hangs causes no restart of a control.
package struct ControlMonitor {
    /// The timeouts.
    struct Timeouts: Hashable {
        /// From the start of a process to its hello.
        var readySeconds = 5.0
        /// From one heartbeat to the next.
        var silentSeconds = 3.0
        /// After this time, a control that said hello counts as ready. Controls in other languages need not report it.
        var helloSeconds = 0.5
    }

    /// A control that has to be replaced, and why.
    package struct Replacement: Hashable {
        var control: String
        var reason: String
    }

    private struct Entry {
        var status: ControlStatus
        /// Time with a process and a bus, but without a hello.
        var waitedSeconds = 0.0
        /// Time since the hello.
        var knownSeconds = 0.0
        var hasSaidHello = false
        var isReady = false
        /// Whether it was already silent at the last check.
        var wasSilent = false
    }

    private let timeouts: Timeouts
    private let isInSession: @Sendable (_ process: Int32, _ leader: Int32) -> Bool
    private var entries: [String: Entry] = [:]

    /// - Parameters:
    ///   - timeouts: The timeouts.
    ///   - isInSession: Whether a process belongs to the session of another one: a control may be a script that runs
    ///     the actual program.
    init(
        timeouts: Timeouts = Timeouts(),
        isInSession: @escaping @Sendable (Int32, Int32) -> Bool = { $0 == $1 || getsid($0) == $1 }
    ) {
        self.timeouts = timeouts
        self.isInSession = isInSession
    }

    /// Notes the state of a process.
    package mutating func note(_ status: ControlStatus) {
        if let entry = entries[status.control], entry.status.processID == status.processID, status.processID > 0 {
            entries[status.control]?.status = status
        } else {
            entries[status.control] = Entry(status: status)
        }
    }

    /// Notes that a control has subscribed and opened its device.
    mutating func noteReady(_ report: ControlReport) {
        guard report.kind == .ready, report.effect.isEmpty, let entry = entries[report.control] else { return }
        let leader = entry.status.processID
        guard leader > 0, report.processID == 0 || isInSession(report.processID, leader) else { return }
        entries[report.control]?.hasSaidHello = true
        entries[report.control]?.isReady = true
    }

    /// Checks the controls, and returns those that have to be replaced.
    ///
    /// - Parameters:
    ///   - controls: The controls in the status of the bus.
    ///   - seconds: The time since the last check with this bus.
    package mutating func check(_ controls: [ControlStatus], afterSeconds seconds: Double) -> [Replacement] {
        let heard = Dictionary(controls.map { ($0.control, $0) }) { first, _ in first }
        return entries.keys.sorted().compactMap { control in
            check(control, heard[control], afterSeconds: seconds).map { Replacement(control: control, reason: $0) }
        }
    }

    /// Whether all controls are ready or have failed, and none has missed a heartbeat.
    func isCalm(_ controls: [ControlStatus]) -> Bool {
        isSettled
            && controls.allSatisfy { heard in
                guard let entry = entries[heard.control], entry.status.processID > 0, heard.state == .running else {
                    return true
                }
                return !entry.wasSilent && (heard.heartbeatAgeSeconds ?? 0) <= timeouts.silentSeconds / 2
            }
    }

    /// Forgets which controls were silent: a new bus has received no heartbeat yet.
    mutating func forgetSilence() {
        for control in entries.keys { entries[control]?.wasSilent = false }
    }

    private mutating func check(
        _ control: String, _ heard: ControlStatus?, afterSeconds seconds: Double
    ) -> String? {
        guard var entry = entries[control], entry.status.processID > 0 else { return nil }
        defer { entries[control] = entry }
        let leader = entry.status.processID
        if let heard, heard.state == .running, heard.processID > 0, isInSession(heard.processID, leader) {
            entry.hasSaidHello = true
            let isSilent = (heard.heartbeatAgeSeconds ?? 0) > timeouts.silentSeconds
            // Two checks in a row: a bus that was paused reads the pending heartbeats only afterwards.
            defer { entry.wasSilent = isSilent }
            if isSilent, entry.wasSilent { return "gave no sign of life for \(Self.text(timeouts.silentSeconds))" }
        }
        guard !entry.hasSaidHello else {
            entry.knownSeconds += seconds
            return nil
        }
        entry.waitedSeconds += seconds
        return entry.waitedSeconds >= timeouts.readySeconds
            ? "did not say hello to the bus within \(Self.text(timeouts.readySeconds))" : nil
    }

    /// Whether every control is ready or has failed.
    package var isSettled: Bool {
        entries.values.allSatisfy { entry in
            switch entry.status.state {
            case .starting, .restarting, .running: isReady(entry)
            case .stopped, .failed, .unknown: true
            }
        }
    }

    /// The controls that have not said hello and have not failed.
    package var missing: [String] {
        entries.filter { !$0.value.hasSaidHello && [.starting, .restarting].contains($0.value.status.state) }
            .keys.sorted()
    }

    /// `3 of 4 controls ready`.
    var summary: String {
        "\(entries.values.count(where: isReady)) of \(entries.count) controls ready"
    }

    private func isReady(_ entry: Entry) -> Bool {
        entry.isReady || (entry.hasSaidHello && entry.knownSeconds >= timeouts.helloSeconds)
    }

    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
