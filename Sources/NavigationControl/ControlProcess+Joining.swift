extension ControlProcess {
    /// As what a process joins the bus.
    public struct Joining: Sendable, Hashable {
        /// Under its name: it gets its settings, reports, and says that it is alive.
        public static let asControl = Joining(isOnlooker: false)

        /// Without a name, as a tap does, for what a person starts to look at: any number of them may. It has no settings,
        /// reports nothing, stands in no list and remembers nothing; what would be a warning of the kit comes back to it as
        /// a report (``NavigationControl/onReport(_:)``), if it watches the controls.
        public static let asOnlooker = Joining(isOnlooker: true)

        /// The same, on a bus and session that the person has named.
        ///
        /// - Parameters:
        ///   - endpoint: Request endpoint of the bus, instead of that of the environment.
        ///   - session: Name of the session, instead of that of the environment.
        public static func asOnlooker(endpoint: String?, session: String?) -> Joining {
            Joining(isOnlooker: true, endpoint: endpoint, session: session)
        }

        let isOnlooker: Bool
        var endpoint: String?
        var session: String?
    }
}
