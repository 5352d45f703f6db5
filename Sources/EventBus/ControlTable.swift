import Access
import NavigationEvents

/// The controls that a bus knows. A value.
///
/// The number of names is bounded, and no peer displaces the others: the peer with the most names loses its oldest one
/// first.
struct ControlTable {
    /// More controls than any vehicle has, so that a peer with ever new names does not fill the memory.
    static let maxControls = 256
    /// Maximum number of names of one process or key.
    static let maxNamesOfOne = 16
    /// A control without a sign of life for so long makes room for another, in nanoseconds.
    static let silenceNanoseconds: UInt64 = 120_000_000_000

    private var controls: [String: KnownControl] = [:]

    var count: Int { controls.count }

    var all: some Collection<KnownControl> { controls.values }

    /// The control of this name.
    subscript(name: String) -> KnownControl? { controls[name] }

    mutating func update(_ name: String, _ change: (inout KnownControl) -> Void) {
        if var control = controls[name] {
            change(&control)
            controls[name] = control
        }
    }

    /// Records the report of a launcher about one of its controls, which is known from now on.
    mutating func note(_ reported: ControlStatus) {
        if controls[reported.control]?.isSupervised == true {
            controls[reported.control]?.note(reported)
        } else {
            if controls[reported.control] == nil, count >= Self.maxControls, !makeRoom(now: .max) { return }
            let former = controls[reported.control]
            controls[reported.control] = KnownControl(launched: reported, former: former)
        }
    }

    /// Records a control without a launcher; `false` if there is no room for its name.
    mutating func register(_ name: String, processID: Int32, owner: PeerIdentity, now: UInt64) -> Bool {
        guard controls[name] == nil else { return true }
        let own = controls.filter { !$0.value.isSupervised && $0.value.owner == owner }
        if own.count >= Self.maxNamesOfOne {
            forgetOldest(of: own)
        } else if count >= Self.maxControls, !makeRoom(now: now) {
            return false
        }
        controls[name] = KnownControl(name, processID: processID, owner: owner, nanoseconds: now)
        return true
    }

    /// Removes the control with the longest silence, if it is long enough, or else the oldest one of the peer with the
    /// most names.
    private mutating func makeRoom(now: UInt64) -> Bool {
        let loose = controls.filter { !$0.value.isSupervised }
        let silent = loose.filter { now > $0.value.newestNanoseconds &+ Self.silenceNanoseconds }
        if !silent.isEmpty {
            forgetOldest(of: silent)
            return true
        }
        let owners = Dictionary(grouping: loose) { $0.value.owner }
        guard let most = owners.values.max(by: { $0.count < $1.count }), most.count > 1 else { return false }
        forgetOldest(of: Dictionary(uniqueKeysWithValues: most))
        return true
    }

    private mutating func forgetOldest(of some: [String: KnownControl]) {
        let oldest = some.min { $0.value.newestNanoseconds < $1.value.newestNanoseconds }
        if let oldest { controls[oldest.key] = nil }
    }
}
