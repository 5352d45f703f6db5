package import NavigationEvents

extension ControlStatus {
    /// A control without a heartbeat for this time counts as silent.
    private static let maxHeartbeatAgeSeconds = 5.0

    /// Seconds since the last heartbeat of a running control, if it is too old; else `nil`.
    package var silenceSeconds: Double? {
        guard state == .running, let age = heartbeatAgeSeconds, age > Self.maxHeartbeatAgeSeconds else { return nil }
        return age
    }

    /// The state in a word.
    package var stateForPeople: String { silenceSeconds == nil ? state.words : "silent" }
}
