extension ControlProcess {
    /// The way in which a process joins the bus.
    public struct Joining: Sendable, Hashable {
        /// Under its name: it receives its settings, sends reports and heartbeats.
        public static let asControl = Joining(isOnlooker: false)

        /// As an observer without a name, for a display that a person starts; any number of them may join. An observer
        /// has no settings, reports nothing, appears in no list and has no memory. If it watches the controls, it
        /// receives the warnings of the kit as reports (``NavigationControl/onReport(_:)``).
        public static let asOnlooker = Joining(isOnlooker: true)

        /// As an observer of the bus and session that the user has named.
        ///
        /// - Parameters:
        ///   - endpoint: Request endpoint of the bus; `nil`: that of the environment.
        ///   - session: Name of the session; `nil`: that of the environment.
        public static func asOnlooker(endpoint: String?, session: String?) -> Joining {
            Joining(isOnlooker: true, endpoint: endpoint, session: session)
        }

        let isOnlooker: Bool
        var endpoint: String?
        var session: String?
    }
}
