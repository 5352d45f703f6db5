import ArgumentParser
import EventBus
import EventCodec
import NavigationEvents
import Platform

/// `navbus session`
struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Guide more vehicles or persons on the running bus, or fewer.",
        discussion: """
            A session that is opened has no source of its own: whoever has the role source sends its positions. It is \
            there until it is closed, also if the bus dies meanwhile; when the bus ends, it ends.
            """, subcommands: [Open.self, Close.self, List.self])

    /// `navbus session open NAME …`
    struct Open: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Open sessions; nothing happens to those that are there.")

        @OptionGroup var sessions: SessionArguments

        func run() throws { try sessions.forEach("opened") { .openSession($0) } }
    }

    /// `navbus session close NAME …`
    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "close",
            abstract: "Stop the navigation of sessions and end them; nothing happens to those that are not there.")

        @OptionGroup var sessions: SessionArguments

        func run() throws { try sessions.forEach("closed") { .closeSession($0) } }
    }

    /// `navbus session list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show all sessions of the running bus, in the order of their names.")

        @OptionGroup var bus: BusAddress

        @Flag(help: "Print the bus's answers as JSON, a line for each thousand sessions.")
        var json = false

        func run() throws {
            let client = try BusClient(requests: bus.requestsEndpoint)
            var query = SessionQuery()
            while true {
                let reply = try client.request(.sessions(query))
                guard case .status(let status) = reply, let last = status.sessions.last else { return }
                if json {
                    Output.line(ReplyFrame(id: 0, reply: reply).json())
                } else {
                    for line in StatusReport.sessions(status) { Output.line(line) }
                }
                // No name comes between the two.
                query.first = last.session.name + "-"
                if status.sessions.count < Int(query.most) || Output.hasFailed { return }
            }
        }
    }
}

/// The sessions a command is about.
struct SessionArguments: ParsableArguments {
    @OptionGroup var bus: BusAddress

    @Argument(help: ArgumentHelp("Names: 1 to 32 of a-z, 0-9, - and _.", valueName: "name"))
    var sessions: [Session]

    /// Asks for something of each; the first that is refused ends it.
    func forEach(_ done: String, _ request: (Session) -> Request) throws {
        let client = try BusClient(requests: bus.requestsEndpoint)
        for session in sessions {
            _ = try client.request(request(session))
            Output.line("\(done): \(session.name)")
        }
    }
}
