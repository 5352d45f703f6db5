extension ControlProcess {
    /// The way in which a process joins the bus.
    public struct Joining: Sendable, Hashable {
        /// Under its name: it receives its settings, sends reports and heartbeats.
        public static let asControl = Joining(isObserver: false)

        /// As an observer without a name, for a display that a person starts; any number of them may join. An observer
        /// has no settings, reports nothing, appears in no list and has no memory. If it observes reports, it receives
        /// the warnings of the kit as reports (``ObservesReports/onReport(_:)``).
        public static let asObserver = Joining(isObserver: true)

        /// As an observer of the bus and session that the user has named.
        ///
        /// - Parameters:
        ///   - endpoint: Request endpoint of the bus; `nil`: that of the environment.
        ///   - session: Name of the session; `nil`: that of the environment.
        public static func asObserver(endpoint: String?, session: String?) -> Joining {
            Joining(isObserver: true, endpoint: endpoint, session: session)
        }

        let isObserver: Bool
        var endpoint: String?
        var session: String?
    }
}
