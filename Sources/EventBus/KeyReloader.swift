import Access

/// Applies changes of the list of allowed keys while the bus runs.
final class KeyReloader {
    /// Milliseconds between two checks for a change.
    static let intervalMilliseconds = 250

    private let ring: KeyRing
    private let admissionControl: AdmissionControl
    private let connections: ConnectionRegistry
    private let publisher: EventPublisher
    private let counters: BusCounters

    /// Makes a reloader for the list in a folder.
    init(
        folder: String, _ admissionControl: AdmissionControl, _ connections: ConnectionRegistry,
        _ publisher: EventPublisher, _ counters: BusCounters
    ) {
        ring = KeyRing(folder: folder)
        self.admissionControl = admissionControl
        self.connections = connections
        self.publisher = publisher
        self.counters = counters
    }

    /// Reads the list, and ends the connections of keys that have changed.
    ///
    /// - Parameter openPorts: Opens the ports for other machines, as soon as a key is allowed.
    func reload(_ openPorts: () throws(BusError) -> Void) {
        let former = admissionControl.policy.keys
        let keys: AllowedKeys
        do {
            keys = try ring.allowed()
        } catch {
            // Other users may have changed the list: no key in it is valid.
            keys = AllowedKeys()
            publisher.warnOnce("keys", "failed to \(error); no key is accepted")
        }
        guard keys != former else { return }
        admissionControl.allow(keys)
        if !keys.entries.isEmpty {
            do throws(BusError) {
                try openPorts()
            } catch {
                publisher.warnOnce("ports", "failed to \(error); other machines cannot connect")
            }
        }
        for problem in keys.problems {
            counters.access.unreadableKeyLists += 1
            publisher.warnOnce("keys", "failed to \(problem); this line allows no key")
        }
        connections.endRevoked(since: former)
    }
}
