import Access
import NavigationEvents

/// A control as the bus knows it: by its hello, by the reports of its launcher, and by its heartbeats.
struct KnownControl {
    private(set) var status: ControlStatus
    /// The process that the launcher has started; 0 if there is none.
    private(set) var supervisedProcessID: Int32 = 0
    private var heartbeatNanoseconds: UInt64?
    /// The peer that joined under this name; `nil` if only a launcher has reported the control.
    private(set) var owner: PeerIdentity?
    private var joinedNanoseconds: UInt64 = 0

    /// Whether a launcher supervises the control: then it is never forgotten.
    let isSupervised: Bool
    /// Time of the last hello or heartbeat.
    var newestNanoseconds: UInt64 { max(heartbeatNanoseconds ?? 0, joinedNanoseconds) }

    /// A control after its first hello or heartbeat.
    init(_ control: String, processID: Int32, owner: PeerIdentity, nanoseconds: UInt64) {
        status = ControlStatus(control: control, state: .running, processID: processID)
        self.owner = owner
        joinedNanoseconds = nanoseconds
        isSupervised = false
    }

    /// A control that a launcher has reported.
    ///
    /// - Parameter former: The state before the first report of the launcher.
    init(launched reported: ControlStatus, former: KnownControl? = nil) {
        status = reported
        isSupervised = true
        supervisedProcessID = reported.processID
        guard var known = former else { return }
        known.note(reported)
        (status, owner) = (known.status, known.owner)
        (heartbeatNanoseconds, joinedNanoseconds) = (known.heartbeatNanoseconds, known.joinedNanoseconds)
    }

    /// Records a hello.
    mutating func join(processID: Int32, owner: PeerIdentity, nanoseconds: UInt64) {
        begin(processID)
        self.owner = owner
        joinedNanoseconds = nanoseconds
        status.state = .running
        status.text = ""
    }

    /// Records a report of the launcher about the process.
    mutating func note(_ reported: ControlStatus) {
        // The report of the start may come after the hello.
        let isOldNews =
            reported.state == .starting && status.state == .running && reported.processID == status.processID
        begin(reported.processID)
        if !isOldNews { status.state = reported.state }
        status.text = reported.text
        status.restarts = reported.restarts
        supervisedProcessID = reported.processID
    }

    /// Records a heartbeat.
    mutating func heartbeat(_ vitals: ControlVitals, nanoseconds: UInt64) {
        guard status.processID == 0 || status.processID == vitals.processID else { return }
        status.processID = vitals.processID
        status.vitals = vitals
        heartbeatNanoseconds = nanoseconds
        // It comes after the hello, which a restarted bus may not have heard.
        if status.state == .starting { status.state = .running }
    }

    /// Records a report of the control about itself.
    mutating func report(_ state: ControlState, _ text: String) {
        status.state = state
        status.text = state == .failed ? text : ""
    }

    /// The status at this time.
    func status(nanoseconds: UInt64) -> ControlStatus {
        var present = status
        present.heartbeatAgeSeconds = heartbeatNanoseconds.map { Double(nanoseconds - min($0, nanoseconds)) / 1e9 }
        return present
    }

    /// Begins with a process. The data of a former one are no longer valid.
    private mutating func begin(_ processID: Int32) {
        guard processID != status.processID else { return }
        status.processID = processID
        status.vitals = nil
        heartbeatNanoseconds = nil
    }
}
