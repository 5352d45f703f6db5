import CommandOutput
import ArgumentParser
import EventBus
import NavigationEvents
import Positions
import NavigationLoop

/// `navbus heading`
struct HeadingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heading", abstract: "Send the heading of the device to the running bus.",
        discussion: """
            navbus heading 87.5 sends one heading. navbus heading - reads headings from standard input, one per line: \
            degrees and, after a space, the standard deviation if it is known ("87.5" or "87.5 5"). So the output of a \
            program that reads a compass can be piped into it. Lines that are no heading are reported and skipped.
            """)

    @OptionGroup var bus: BusOptions

    @Argument(
        help: ArgumentHelp(
            "Degrees clockwise from north, 0 to less than 360; - for standard input.",
            valueName: "degrees"))
    var heading: String

    @Flag(help: "The headings are from magnetic north; the bus adds the declination at the present position.")
    var magnetic = false

    @Option(help: ArgumentHelp("Standard deviation of headings without one.", valueName: "degrees"))
    var accuracy: String?

    @Option(
        help: ArgumentHelp(
            "Name of the compass, 1 to 64 bytes; each compass has its own calibration.", valueName: "name"))
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
        // A compass that sends continuously may start before the bus.
        if heading == "-" { return try follow(BusClient(requests: bus.requestsEndpoint)) }
        let reading = try reading(heading)
        _ = try bus.request(.heading(bus.session, reading))
        Output.line("sent to session \(bus.session.name): heading \(reading.degrees)°")
    }

    private func reading(_ text: String) throws(HeadingLine.Problem) -> HeadingReading {
        let line = try HeadingLine(text)
        var accuracyDegrees = line.accuracyDegrees
        if accuracyDegrees == nil, let accuracy { accuracyDegrees = try HeadingLine.accuracy(accuracy) }
        return HeadingReading(
            degrees: line.degrees, reference: magnetic ? .magneticNorth : .trueNorth,
            accuracyDegrees: accuracyDegrees, source: source)
    }

    /// Sends the headings of standard input, line by line, to its end.
    ///
    /// - Throws: The last error, if no heading was accepted.
    private func follow(_ client: BusClient) throws {
        var lines = InputLines()
        var reportedErrors: Set<String> = []
        var sent = 0
        var failure: BusError?
        while let text = lines.next() {
            do throws(HeadingLine.Problem) {
                let reading = try reading(text)
                do throws(BusError) {
                    _ = try client.request(.heading(bus.session, reading), timeout: .seconds(3))
                    sent += 1
                    reportedErrors = []
                } catch {
                    failure = error
                    if reportedErrors.insert("\(error)").inserted {
                        Output.error("line \(lines.number): failed to \(error)")
                    }
                    // Lines that arrived during the timeout are outdated.
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
