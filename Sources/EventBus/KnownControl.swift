import NavigationEvents

/// A control as the bus knows it: from its hello, from its launcher, from its heartbeats.
struct KnownControl {
    private(set) var status: ControlStatus
    /// The process that its launcher has started; 0 if none has.
    private(set) var supervisedProcessID: Int32 = 0
    private var heardNanoseconds: UInt64?
    /// Who joined under this name, and when; `nil` if its launcher told of it.
    private(set) var owner: PeerIdentity?
    private var joinedNanoseconds: UInt64 = 0

    /// Whether a launcher watches over it: then it is never forgotten.
    let isSupervised: Bool
    /// When it said hello or that it is alive, whichever was later.
    var newestNanoseconds: UInt64 { max(heardNanoseconds ?? 0, joinedNanoseconds) }

    /// A control that has said hello, or that it is alive.
    init(_ control: String, processID: Int32, owner: PeerIdentity, nanoseconds: UInt64) {
        status = ControlStatus(control: control, state: .running, processID: processID)
        self.owner = owner
        joinedNanoseconds = nanoseconds
        isSupervised = false
    }

    /// A control of a launcher.
    ///
    /// - Parameter former: What was known of it before its launcher told of it.
    init(launched told: ControlStatus, former: KnownControl? = nil) {
        status = told
        isSupervised = true
        supervisedProcessID = told.processID
        guard var known = former else { return }
        known.note(told)
        (status, owner) = (known.status, known.owner)
        (heardNanoseconds, joinedNanoseconds) = (known.heardNanoseconds, known.joinedNanoseconds)
    }

    /// It said hello.
    mutating func join(processID: Int32, owner: PeerIdentity, nanoseconds: UInt64) {
        begin(processID)
        self.owner = owner
        joinedNanoseconds = nanoseconds
        status.state = .running
        status.text = ""
    }

    /// Its launcher tells how its process fares.
    mutating func note(_ told: ControlStatus) {
        // The word that it was started may come after its hello.
        let isOldNews = told.state == .starting && status.state == .running && told.processID == status.processID
        begin(told.processID)
        if !isOldNews { status.state = told.state }
        status.text = told.text
        status.restarts = told.restarts
        supervisedProcessID = told.processID
    }

    /// It says that it is alive.
    mutating func beat(_ vitals: ControlVitals, nanoseconds: UInt64) {
        guard status.processID == 0 || status.processID == vitals.processID else { return }
        status.processID = vitals.processID
        status.vitals = vitals
        heardNanoseconds = nanoseconds
    }

    /// What it reports of itself says how it fares.
    mutating func report(_ state: ControlState, _ text: String) {
        status.state = state
        status.text = state == .failed ? text : ""
    }

    /// The status at this moment.
    func status(nanoseconds: UInt64) -> ControlStatus {
        var present = status
        present.heartbeatAgeSeconds = heardNanoseconds.map { Double(nanoseconds - min($0, nanoseconds)) / 1e9 }
        return present
    }

    /// What another process told of itself is no longer true.
    private mutating func begin(_ processID: Int32) {
        guard processID != status.processID else { return }
        status.processID = processID
        status.vitals = nil
        heardNanoseconds = nil
    }
}
