import CommandOutput
import ArgumentParser
import EventBus
import EventCodec
import NavigationEvents
import Platform

/// `navbus session`
struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Open, close and list the sessions of the running bus.",
        discussion: """
            A session is one guided vehicle or person. An opened session has no source of its own: a program with the \
            role source sends its positions. The session exists until it is closed or the bus ends, and survives a \
            restart of the bus after a crash.
            """, subcommands: [Open.self, Close.self, List.self])

    /// `navbus session open NAME …`
    struct Open: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Open sessions; existing ones stay as they are.")

        @OptionGroup var sessions: SessionArguments

        func run() throws { try sessions.forEach("opened") { .openSession($0) } }
    }

    /// `navbus session close NAME …`
    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "close",
            abstract: "Stop the navigation of sessions and close them; unknown ones are ignored.")

        @OptionGroup var sessions: SessionArguments

        func run() throws { try sessions.forEach("closed") { .closeSession($0) } }
    }

    /// `navbus session list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show all sessions of the running bus, sorted by name.")

        @OptionGroup var bus: BusAddress

        @Flag(help: "Print the answers of the bus as JSON, one line per thousand sessions.")
        var json = false

        func run() throws {
            let client = try bus.client()
            var query = SessionQuery()
            while true {
                let reply = try client.request(.sessions(query))
                guard case .status(let status) = reply, let last = status.sessions.last else { return }
                if json {
                    Output.line(ReplyFrame(id: 0, reply: reply).json())
                } else {
                    for line in StatusReport.sessions(status) { Output.line(line) }
                }
                // This is the smallest possible name after the last one.
                query.first = last.session.name + "-"
                if status.sessions.count < Int(query.most) || Output.hasFailed { return }
            }
        }
    }
}

/// The arguments that name sessions.
struct SessionArguments: ParsableArguments {
    @OptionGroup var bus: BusAddress

    @Argument(help: ArgumentHelp("Names: 1 to 32 of a-z, 0-9, - and _.", valueName: "name"))
    var sessions: [Session]

    /// Sends a request for each session; ends at the first refusal.
    ///
    /// - Parameters:
    /// - done: The past participle for the output, such as "opened".
    /// - request: Makes the request for a session.
    func forEach(_ done: String, _ request: (Session) -> Request) throws {
        let client = try bus.client()
        for session in sessions {
            _ = try client.request(request(session))
            Output.line("\(done): \(session.name)")
        }
    }
}
