@preconcurrency import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// `navbus haptics calibrate`: requests a calibration from the running control, as a button does, and prints its
/// progress.
enum CalibrateCommand {
    private static let help = """
        navbus-haptics calibrate: calibrates the worn compass: determines its offset on the wearer.

        Usage: navbus-haptics calibrate [--session NAME] [--endpoint ENDPOINT] [--timeout SECONDS]

        Wear the device as you will wear it. Stand away from metal and magnets, face true north, and keep still: when
        the heading was steady within 5° for 3 s, the calibration is finished, and is stored for this compass. The
        device confirms it: a short pulse a second while the calibration is running, and a pattern when it is finished
        or has failed. Holding the button of the device for 4 s has the same effect.

        Ctrl-C ends this command, not the calibration: that continues until it is finished or fails.

          --session NAME       the session of the control; default: NAVBUS_SESSION, else main
          --endpoint ENDPOINT  request endpoint of the bus; default: NAVBUS_ENDPOINT, else that of the run folder
          --timeout SECONDS    the maximum waiting time, 5 to 600; default: 70

        Exit codes: 0 calibrated, 64 wrong usage, 69 no bus, no control or no steady heading, 70 unknown result, 76
        the bus refused.
        """

    /// Requests a calibration, and follows it to its end.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: ["--session", "--endpoint", "--timeout"])
            guard words.words.isEmpty else {
                throw CommandArguments.Problem(text: "unknown argument \"\(words.words[0])\"")
            }
            let seconds = try words.number("--timeout", in: 5...600) ?? 70
            let desk = try OperatorClient(endpoint: words.text("--endpoint"), session: words.text("--session"))
            // With buffered output a reader of a pipe would get the lines late.
            setlinebuf(stdout)
            return ending(try follow(desk, maxSeconds: seconds))
        } catch {
            return .reporting(error)
        }
    }

    private static func follow(_ desk: OperatorClient, maxSeconds: Double) throws(OperatorClientError)
        -> CalibrationWatch.Outcome
    {
        var watch = CalibrationWatch(maxSeconds: maxSeconds)
        let interrupt = InterruptMonitor()
        let begin = ContinuousClock.now
        try desk.ask({ .calibrate($0) }) { report in
            if let line = report.flatMap({ watch.handle($0) }) { Terminal.line(line) }
            let waited = begin.duration(to: .now)
            watch.wait(Double(waited.components.seconds) + Double(waited.components.attoseconds) / 1e18)
            return watch.outcome == .running && !interrupt.wasPressed
        }
        return watch.outcome
    }

    private static func ending(_ outcome: CalibrationWatch.Outcome) -> ExitStatus {
        switch outcome {
        case .calibrated: return .success
        case .failed(let reason):
            complain((reason.hasPrefix("failed to ") ? reason : "failed to calibrate: \(reason)"))
        case .notStarted(let reason): complain("failed to calibrate: \(reason)")
        case .running:
            complain(
                "stopped following the calibration; it continues until the heading was steady, or for at most "
                    + "\(Int(Calibrator.maxSeconds)) s")
            return .internalError
        }
        return .unavailable
    }
}
