@preconcurrency import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// `navbus haptics calibrate`: asks the control that runs, as a button or anybody else could, and tells how it goes.
enum CalibrateCommand {
    private static let help = """
        navbus-haptics calibrate: tells the compass that is worn where true north is, seen from its wearer.

        Usage: navbus-haptics calibrate [--session NAME] [--endpoint ENDPOINT] [--timeout SECONDS]

        Wear the device as you will wear it. Stand away from metal and magnets, face true north, and keep still: when
        the heading was steady within 5° for 3 s it is done, and kept for this compass. It can be felt as well: a short
        pulse a second while it goes on, and a pattern of its own when it is done or given up. The device's button does
        the same, held for 4 s.

        Ctrl-C ends this command, not the calibration: that goes on until it is done or given up.

          --session NAME       whose control is asked; default: NAVBUS_SESSION, else main
          --endpoint ENDPOINT  request endpoint of the bus; default: NAVBUS_ENDPOINT, else that of the run folder
          --timeout SECONDS    how long it is waited for, 5 to 600; default: 70

        Exit codes: 0 calibrated, 64 wrong usage, 69 no bus, no control or no steady heading, 70 it is not known what
        became of it, 76 the bus refused.
        """

    /// Asks, and follows it to its end.
    static func run(_ arguments: [String]) -> CommandEnding {
        if CommandWords.wantHelp(arguments) {
            Terminal.lines(help)
            return .done
        }
        do {
            let words = try CommandWords(arguments, options: ["--session", "--endpoint", "--timeout"])
            guard words.words.isEmpty else {
                throw CommandWords.Problem(text: "unknown argument \"\(words.words[0])\"; try --help")
            }
            let seconds = try words.number("--timeout", in: 5...600) ?? 70
            let desk = try PersonDesk(endpoint: words.text("--endpoint"), session: words.text("--session"))
            // Who follows it through a pipe wants each line at once.
            setlinebuf(stdout)
            return ending(try follow(desk, mostSeconds: seconds))
        } catch {
            return ending(error)
        }
    }

    private static func follow(_ desk: PersonDesk, mostSeconds: Double) throws(PersonDeskError)
        -> CalibrationWatch.Outcome
    {
        var watch = CalibrationWatch(mostSeconds: mostSeconds)
        let interrupt = Interrupt()
        let begin = ContinuousClock.now
        try desk.ask({ .calibrate($0) }) { report in
            if let line = report.flatMap({ watch.take($0) }) { Terminal.line(line) }
            let waited = begin.duration(to: .now)
            watch.wait(Double(waited.components.seconds) + Double(waited.components.attoseconds) / 1e18)
            return watch.outcome == .going && !interrupt.hasCome
        }
        return watch.outcome
    }

    private static func ending(_ outcome: CalibrationWatch.Outcome) -> CommandEnding {
        switch outcome {
        case .calibrated: return .done
        case .failed(let reason):
            complain((reason.hasPrefix("failed to ") ? reason : "failed to calibrate: \(reason)"))
        case .nobody(let reason): complain("failed to calibrate: \(reason)")
        case .going:
            complain(
                "not followed to its end; it goes on, and is felt, until the heading was steady or at most "
                    + "\(Int(Calibrator.mostSeconds)) s have passed")
            return .broken
        }
        return .unavailable
    }

    private static func ending(_ error: any Error) -> CommandEnding {
        switch error {
        case let problem as CommandWords.Problem:
            complain(problem.text)
            return .usage
        case let problem as PersonDeskError:
            complain("failed to \(problem)")
            switch problem {
            case .usage: return .usage
            case .noBus, .notSaid: return .unavailable
            case .refused: return .refused
            case .unknown, .broken: return .broken
            }
        default:
            complain("failed to \(error)")
            return .broken
        }
    }
}
