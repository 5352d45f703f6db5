import ArgumentParser
import EventBus
import NavigationEvents
import NavigationLoop

/// `navbus heading`
struct HeadingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heading", abstract: "Tell the running bus where the device points.",
        discussion: """
            navbus heading 87.5 sends one heading. navbus heading - reads them from standard input, a line each: \
            degrees, and behind a space the standard deviation if it is known ("87.5" or "87.5 5"); so any program that \
            reads a compass can be piped into it. Lines that are no heading are named on standard error and skipped.
            """)

    @OptionGroup var bus: BusOptions

    @Argument(
        help: ArgumentHelp("Degrees clockwise from north, 0 to less than 360; - for lines.", valueName: "degrees"))
    var heading: String

    @Flag(help: "The headings are from magnetic north: the bus adds the declination of the place.")
    var magnetic = false

    @Option(help: ArgumentHelp("Standard deviation, where a line does not say it.", valueName: "degrees"))
    var accuracy: String?

    @Option(
        help: ArgumentHelp(
            "Which compass it is: 1 to 64 bytes of text; each has its own calibration.", valueName: "name"))
    var source = "navbus heading"

    func validate() throws {
        do throws(HeadingLine.Problem) {
            if heading != "-" { _ = try HeadingLine(heading) }
            if let accuracy { _ = try HeadingLine.accuracy(accuracy) }
        } catch {
            throw ValidationError(error.description)
        }
        if let problem = HeadingReading.problem(ofSource: source) { throw ValidationError("--source \(problem)") }
    }

    func run() throws {
        let client = try BusClient(requests: bus.requestsEndpoint)
        if heading == "-" { return try follow(client) }
        _ = try client.request(.heading(bus.session, reading(heading)), timeout: .seconds(3))
    }

    private func reading(_ text: String) throws(HeadingLine.Problem) -> HeadingReading {
        let line = try HeadingLine(text)
        var accuracyDegrees = line.accuracyDegrees
        if accuracyDegrees == nil, let accuracy { accuracyDegrees = try HeadingLine.accuracy(accuracy) }
        return HeadingReading(
            degrees: line.degrees, reference: magnetic ? .magneticNorth : .trueNorth,
            accuracyDegrees: accuracyDegrees, source: source)
    }

    /// Sends what comes, line by line, until there is no more.
    ///
    /// - Throws: Why the last one was not taken, if none was.
    private func follow(_ client: BusClient) throws {
        var lines = InputLines()
        var told: Set<String> = []
        var sent = 0
        var failure: BusError?
        while let text = lines.next() {
            do throws(HeadingLine.Problem) {
                let reading = try reading(text)
                do throws(BusError) {
                    _ = try client.request(.heading(bus.session, reading), timeout: .seconds(3))
                    sent += 1
                    told = []
                } catch {
                    failure = error
                    if told.insert("\(error)").inserted { Output.error("line \(lines.number): failed to \(error)") }
                    // What came while nobody answered tells where the device pointed then.
                    if case .noAnswer = error { lines.skipWaiting() }
                }
            } catch {
                Output.error("line \(lines.number) is skipped: \(error)")
            }
        }
        if let failure = lines.failure { throw failure }
        if sent == 0, let failure { throw failure }
    }
}
