import Access
import CommandOutput
public import ArgumentParser
import EventBus
public import NavigationEvents

/// `navbus keys`
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Manage the keys with which other machines connect to a bus.",
        discussion: """
            On the client: navbus keys new NAME makes a key and prints its public part. On the bus: navbus keys allow \
            NAME KEY --role tap allows the key, and navbus keys show prints the public key of the bus. The client then \
            connects with --key FILE and --bus-key KEY. A running bus reads a change of its list within a second.
            """,
        subcommands: [New.self, List.self, Allow.self, Revoke.self, Show.self])
}

/// The option for the folder of the keys.
struct KeysOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder of the keys; default: $XDG_CONFIG_HOME/navbus/keys, or ~/.config/navbus/keys.", valueName: "folder")
    )
    var keys = ""

    var ring: KeyRing { KeyRing(folder: keys) }
}

extension KeysCommand {
    /// `navbus keys new`
    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key: write its secret part to a file and print its public part.")

        @OptionGroup var options: KeysOptions

        @Argument(help: "The name of the key: a-z, 0-9, - and _. A control with this key reports under this name.")
        var name: String

        func run() throws {
            let key = try options.ring.make(name)
            Output.line("\(Style.output.bold(name))  \(key)")
            Output.error(
                "the secret part is in \(options.ring.path(of: name)); copy it to the client. On the bus:")
            Output.error("    navbus keys allow \(name) '\(key)' --role tap")
        }
    }

    /// `navbus keys list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the allowed keys with their roles and topics.")

        @OptionGroup var options: KeysOptions

        func run() throws {
            let allowed = try options.ring.allowed()
            for entry in allowed.entries { Output.line(line(entry)) }
            for problem in allowed.problems { Output.error("\(Style.error.yellow("warning:")) failed to \(problem)") }
            if allowed.entries.isEmpty { Output.error("no key is allowed (\(options.ring.allowedPath))") }
        }

        private func line(_ entry: AllowedKey) -> String {
            let roles = Role.allCases.filter(entry.roles.contains).map(\.rawValue).joined(separator: ",")
            let topics = Topic.allCases.filter(entry.topics.contains).map(\.rawValue).joined(separator: ",")
            let kept = entry.topics.count == Topic.allCases.count ? "all topics" : topics
            return "\(Style.output.bold(entry.name))  \(entry.key)  \(roles)  \(Style.output.dim(kept))"
        }
    }

    /// `navbus keys allow`
    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Allow a key, or change its roles and topics.")

        @OptionGroup var options: KeysOptions

        @Argument(help: "The name of the key.")
        var name: String

        @Argument(help: "Its public part, as navbus keys new printed it; quote it for the shell.")
        var key: String

        @Option(
            name: .customLong("role"),
            help:
                "A role: tap (receive), control (report), operator (start, stop), source (positions), router (routes)."
        )
        var roles: [Role]

        @Option(name: .customLong("topic"), help: "A topic it may receive; repeat for more. Default: all.")
        var topics: [Topic] = []

        func validate() throws {
            if roles.isEmpty { throw ValidationError("give at least one --role") }
        }

        func run() throws {
            let topics = topics.isEmpty ? Topic.allCases : topics
            try options.ring.allow(AllowedKey(name: name, keyText: key, roles: Set(roles), topics: Set(topics)))
            Output.line("\(name) is allowed")
        }
    }

    /// `navbus keys revoke`
    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a key; a running bus ends its connections within a second.")

        @OptionGroup var options: KeysOptions

        @Argument(help: "The name of the key.")
        var name: String

        func run() throws {
            try options.ring.revoke(name)
            Output.line("\(name) is revoked")
        }
    }

    /// `navbus keys show`
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the public key of the bus, for its clients; the first use makes the key.")

        @OptionGroup var options: KeysOptions

        func run() throws {
            Output.line(try options.ring.busPublicKey())
        }
    }
}

extension Role: ExpressibleByArgument {}
extension Topic: ExpressibleByArgument {}
