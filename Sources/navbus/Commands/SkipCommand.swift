import ArgumentParser
import CommandOutput
import NavigationEvents

/// `navbus skip`
struct SkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip the next stopover of the navigation on the running bus.")

    @OptionGroup var bus: BusOptions

    func run() throws {
        _ = try bus.request(.skipStopover(bus.session))
        Output.line("skipped the next stopover, if there is one before the destination")
    }
}
