import Launcher
import CommandOutput
import ArgumentParser
import NavigationControl
import NavigationEvents
import Platform

/// `navbus profiles`
struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles", abstract: "List the configurations that navbus run --config NAME knows by name.",
        discussion: """
            Example: navbus run --config display

            Profiles are the files NAME.toml in $XDG_CONFIG_HOME/navbus (~/.config/navbus), in /etc/navbus and in the \
            config folder of navbus. Of several with the same name, the first one is used.
            """)

    @Flag(help: "Print them as JSON.")
    var json = false

    func run() throws {
        let search = ProfileSearch.ofThisProcess
        let profiles = search.profiles
        if json { return Output.line(Self.json(profiles).text) }
        let width = (profiles.map(\.name.count).max() ?? 0) + 2
        for profile in profiles {
            let name = Style.output.bold(profile.name.printable.padded(to: width))
            Output.line("\(name)\(profile.summary.printable)")
            let note = profile.isHidden ? ", hidden by the one above" : ""
            Output.line(Style.output.dim(String(repeating: " ", count: width) + profile.file.printable + note))
        }
        if profiles.isEmpty {
            Output.error(
                "there is no profile in \(search.folders.joined(separator: ", ")); name a file with --config FILE")
        }
    }

    private static func json(_ profiles: [ProfileSearch.Profile]) -> JSONText {
        .array(
            profiles.map { profile in
                [
                    "name": .string(profile.name), "file": .string(profile.file), "summary": .string(profile.summary),
                    "hidden": .bool(profile.isHidden),
                ]
            })
    }
}
