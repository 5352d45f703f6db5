import HapticDevices
import Haptics
import NavigationControl
import NavigationEvents
import Platform

/// `navbus haptics patterns`: shows the patterns of a table, and validates files.
enum PatternsCommand {
    static let help = """
        navbus haptics patterns: shows the pulses of each situation.

        Usage: navbus haptics patterns [TABLE] [--motors NUMBER] [--json]
               navbus haptics patterns --check FILE

          TABLE             a table that ships with navbus, or a file; default: a list of the tables that ship with it
          --motors NUMBER   compares the situations on a device with this number of motors: 1, 2, or 3 to 36 in a ring;
                            default: the motors for which the table is written
          --json            prints JSON, for programs
          --check FILE      prints only the error in a file, as FILE:LINE:COLUMN: text, for editors

        A cell is 80 ms; the higher the block, the stronger the pulse; a dot is silence. A step is the smallest
        perceptible difference: 20 % of strength, 50 ms or a fifth of a time, one pulse of five.

        Exit codes: 0 done, 64 wrong usage, 66 the table cannot be used.
        """

    /// Shows tables, or validates a file.
    static func run(_ arguments: [String], folder: PatternFolder = .ofProgram) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let asked = try PatternsArguments(arguments)
            if let file = asked.checked {
                return check(file, folder)
            }
            for line in try lines(asked, folder) { Terminal.line(line) }
            return .success
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch {
            complain("failed to \(error)")
            return .noInput
        }
    }

    /// Prints only the error, in the form that editors parse.
    private static func check(_ file: String, _ folder: PatternFolder) -> ExitStatus {
        do throws(PatternTableError) {
            // The name of a file need not end with .toml here.
            _ = try folder.table(PatternFolder.isPath(file) ? file : "./\(file)")
            return .success
        } catch {
            // The error is the requested result, so it goes to standard output.
            Terminal.line("\(error.cause)")
            return .noInput
        }
    }

    /// The lines to print.
    static func lines(_ asked: PatternsArguments, _ folder: PatternFolder) throws(PatternTableError) -> [String] {
        guard let name = asked.table else {
            var tables: [PatternTable] = []
            for name in folder.names { tables.append(try folder.table(name)) }
            if asked.isJSON { return [JSONText.array(tables.map { json($0, asked.motors) }).text] }
            return tables.map { "\(padded($0.name, to: 12))\($0.summary)" }
        }
        let table = try folder.table(name)
        return asked.isJSON ? [json(table, asked.motors).text] : lines(table, asked.motors)
    }

    // MARK: - Lines

    private static func lines(_ table: PatternTable, _ motors: HapticMotors?) -> [String] {
        let steering = table.steering
        var lines = [
            "\(table.name): \(table.summary)",
            "for \(table.motors.words); a pointer has \(percent(steering.minStrength)) of its strength at "
                + "\(tenths(steering.minDegrees))°, \(percent(steering.fullStrength)) at \(tenths(steering.fullDegrees))°",
        ]
        if let alike = table.similarPair(on: motors) {
            lines.append(
                "most alike on \((motors ?? table.motors).words): \(alike.one.rawValue) and \(alike.other.rawValue), "
                    + "\(tenths(alike.steps)) steps"
                    + (alike.steps < PatternLanguage.minSteps ? ", hard to tell apart" : ""))
        }
        return lines + [""] + PatternName.allCases.map { line($0, table.pulses($0)) }
    }

    private static func line(_ name: PatternName, _ pulses: [Pulse]) -> String {
        guard !pulses.isEmpty else { return "  \(padded(name.rawValue, to: 20))no pulses" }
        let command = HapticCommand(startSeconds: 0, words: name.words, pulses: pulses)
        let sides = pulses.map(\.side.rawValue).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        let place = sides == [PulseSide.all.rawValue] ? "" : "  " + sides.joined(separator: ", ")
        return "  \(padded(name.rawValue, to: 20))\(padded(PulseLine(command: command).rhythm, to: 26))"
            + "  \(command.durationMilliseconds) ms\(place)"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded(.down))
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    // MARK: - JSON

    private static func json(_ table: PatternTable, _ motors: HapticMotors?) -> JSONText {
        let alike = table.similarPair(on: motors)
        return [
            "name": .string(table.name), "summary": .string(table.summary), "motors": .integer(table.motors.count),
            "steering": [
                "leastDegrees": .number(table.steering.minDegrees),
                "leastStrength": .number(table.steering.minStrength),
                "fullDegrees": .number(table.steering.fullDegrees),
                "fullStrength": .number(table.steering.fullStrength),
            ],
            "mostAlike": alike.map {
                [
                    "one": .string($0.one.rawValue), "other": .string($0.other.rawValue), "steps": .number($0.steps),
                    "motors": .integer((motors ?? table.motors).count),
                ]
            } ?? .null,
            "situations": .array(PatternName.allCases.map { json($0, table.pulses($0)) }),
        ]
    }

    private static func json(_ name: PatternName, _ pulses: [Pulse]) -> JSONText {
        let command = HapticCommand(startSeconds: 0, words: name.words, pulses: pulses)
        return [
            "name": .string(name.rawValue), "words": .string(name.words),
            "milliseconds": .integer(command.durationMilliseconds),
            "pulses": .array(
                pulses.map {
                    [
                        "strength": .number($0.strength), "milliseconds": .integer($0.milliseconds),
                        "pauseMilliseconds": .integer($0.pauseMilliseconds), "side": .string($0.side.rawValue),
                    ]
                }),
        ]
    }
}

/// The arguments of `patterns`.
struct PatternsArguments: Hashable {
    /// The name of a table that ships with navbus, or a file; `nil` for a list of the tables that ship with it.
    var table: String?
    var motors: HapticMotors?
    var isJSON = false
    /// The file to validate.
    var checked: String?

    init(_ arguments: [String]) throws(CommandArguments.Problem) {
        let words = try CommandArguments(arguments, options: ["--check", "--motors"], flags: ["--json"])
        (table, isJSON, checked) = (words.words.first, words.has("--json"), words.text("--check"))
        guard words.words.count <= 1 else {
            throw CommandArguments.Problem(
                text: "one table at a time, not \(words.words.joined(separator: " "))")
        }
        guard checked == nil || words.words.isEmpty && !isJSON else {
            throw CommandArguments.Problem(text: "--check FILE cannot be combined with other arguments")
        }
        if let count = try words.number("--motors", in: 1...Double(PatternLanguage.ring.upperBound)) {
            guard let motors = HapticMotors(count: Int(count)), count == count.rounded() else {
                throw CommandArguments.Problem(text: "--motors \(count): use 1, 2, or 3 to 36")
            }
            self.motors = motors
        }
    }
}
