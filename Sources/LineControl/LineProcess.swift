import EventCodec
import Glibc
import NavigationControl
import NavigationEvents
import Platform
import Synchronization

/// The process `navbus-jsonl`: a control whose manifest has `protocol = "jsonl"`.
public enum LineProcess {
    /// Runs until the process is asked to end, or until its program has ended; does not return.
    ///
    /// - Parameter arguments: The id of the control, its topics joined by commas, its settings with their kinds (`shout:bool`) joined by
    ///   commas, the path of its program, and the arguments of the kit.
    public static func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) -> Never {
        if arguments == ["--version"] {
            Terminal.lines("navbus-jsonl \(Version.current)")
            exit(ExitStatus.success.rawValue)
        }
        guard arguments.count >= 4 else {
            complain(
                usage:
                    "it needs ID TOPICS SETTINGS PROGRAM; navbus run starts it for a control with protocol = \"jsonl\"")
            exit(ExitStatus.usage.rawValue)
        }
        let topics = arguments[1].split(separator: ",").compactMap { Topic(rawValue: String($0)) }
        let started = Mutex<LineProgram?>(nil)
        let code = ControlProcess.status(
            arguments[0], summary: "a program that reads lines of JSON", topics: topics,
            arguments: Array(arguments.dropFirst(4))
        ) { context in
            try check(context.settings, arguments[2])
            let output = ProgramOutput(context) { bytes in
                let line = LineQueue.Line(bytes: bytes + [UInt8(ascii: "\n")])
                _ = started.withLock { $0?.send(line) }
            }
            let program = try LineProgram(path: arguments[3], written: { note($0, context) }) { output.take($0) }
            started.withLock { $0 = program }
            return LineControl(program, topics: topics, context)
        }
        // A program that ended by itself decides about its restart.
        let own = started.withLock { program in
            program?.kill(SIGKILL)
            return program?.ownExitCode
        }
        _exit(own.flatMap { $0 == 0 || code != .success ? nil : $0 } ?? code.rawValue)
    }

    /// Refuses a setting of another kind than that of the manifest, so that no program has to.
    private static func check(_ settings: Settings, _ declarations: String) throws(SettingsError) {
        for declaration in declarations.split(separator: ",") {
            let words = declaration.split(separator: ":").map(String.init)
            guard words.count == 2, let kind = SettingDeclaration.Kind(rawValue: words[1]) else { continue }
            switch kind {
            case .text, .path: _ = try settings.text(words[0], default: "")
            case .bool: _ = try settings.bool(words[0], default: false)
            case .integer: _ = try settings.integer(words[0], default: 0)
            case .number: _ = try settings.number(words[0], default: 0)
            case .list: _ = try settings.list(words[0], default: [])
            }
        }
    }

    private static func note(_ line: LineQueue.Line, _ context: ControlContext) {
        if let cue = line.cue { context.memory.rendered(cue) }
    }
}
