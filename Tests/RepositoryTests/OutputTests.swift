import Testing

@Suite("Output to a terminal")
struct OutputTests {
    /// Patterns of code that writes to standard output or standard error.
    private static let patterns = [
        "(?:^|[^A-Za-z0-9_.`])(?:print|debugPrint|dump|fputs|fputc|puts|putchar|perror|printf|vprintf|dprintf)\\(",
        "Swift\\.(?:print|debugPrint|dump)", "STDOUT_FILENO|STDERR_FILENO",
        "(?:^|[^A-Za-z0-9_.])(?:stdout|stderr)(?:[^A-Za-z0-9_:]|$)", "FileHandle\\.standard",
        "FileDescriptor\\.standard", "(?:^|[^A-Za-z0-9_])write\\([12],", "/dev/(?:tty|stdout|stderr)\"",
    ].joined(separator: "|")

    /// The files that write there directly, and the reasons why their output cannot control a terminal.
    private static let writers: [String: String] = [
        "Sources/Platform/Terminal.swift": "makes every text safe",
        "Sources/CommandOutput/Output.swift": "makes every text safe, and adds the sequences of Style",
        "Sources/CommandOutput/LineWriter.swift": "makes every text safe, and adds the sequences of Style",
        "Sources/CommandOutput/Style.swift": "asks whether it is a terminal",
        "Sources/CommandOutput/TerminalWidth.swift": "asks how wide it is",
        "Sources/LineControl/LineProgram.swift": "a program has the standard error of its control",
        "Sources/Launcher/Run/DemoScreen.swift": "asks whether it is a terminal",
        "Sources/navbus/Commands/FleetConnection.swift": "gives a process a pipe as its output",
        "Sources/navbus/Control/CheckProgress.swift": "updates a line with the names of cases",
        "Sources/navbus/Region/RegionBuildScreen.swift": "updates a line with numbers",
        "Sources/navbus/Recording/ExportCommand.swift": "makes the text safe for a terminal; a file gets it as it is",
        "Sources/HapticDevices/Playing/LogActuator.swift": "writes to a file of its own",
        "Sources/NavigationControl/BlockedOutput.swift": "asks whether it takes more",
        "Sources/NavigationControl/ControlRunner.swift": "sets the buffer",
        "Sources/NavigationControl/ExitStatus+Command.swift": "asks whether all was written",
        "Plugins/Router/Sources/AnswerOutput.swift": "makes the text safe for a terminal; a file gets it as it is",
        "Plugins/Haptics/Sources/Commands/CalibrateCommand.swift": "sets the buffer",
        "Sources/SpeechEngine/Sinks/PCMSink.swift": "writes sound, and refuses a terminal",
        "Plugins/Speech/Sources/SpeechSettings.swift": "names a choice",
        "Tools/Haptics/Sources/WalkTrack.swift": "writes to a file of its own",
        "Plugins/Watch/Sources/Terminal/TerminalDevice.swift": "draws cells, each a letter that was looked at",
    ]

    @Test
    func `only the listed files write to standard output and error directly`()
        throws
    {
        let folders = ["Sources", "Tools"] + (try Repository.controls().map { "Plugins/\($0)/Sources" })
        let way = try Regex(Self.patterns)
        var found: Set<String> = []
        for file in try Repository.texts(below: folders, ending: [".swift"]) where !file.path.contains("/Tests/") {
            for (number, line) in file.lines.enumerated() where Self.writes(line, way) {
                found.insert(file.path)
                if Self.writers[file.path] == nil {
                    Issue.record(
                        """
                        \(file.path):\(number + 1) writes to a terminal itself: use Terminal.line and Terminal.error, in \
                        navbus Output, so that no text of others controls it
                        """)
                }
            }
        }
        #expect(Set(Self.writers.keys) == found, "a file of the list writes no more: take it out")
    }

    @Test(
        arguments: [
            "        print(line)", "Swift.print(x)", "fputs(text, stderr)", "    _ = write(STDERR_FILENO, bytes, 3)",
            "FileHandle.standardError.write(data)", "_ = Glibc.write(1, bytes, bytes.count)",
        ])
    func `output code is recognized`(line: String) throws { #expect(try Self.writes(line, Regex(Self.patterns))) }

    @Test(
        arguments: [
            "    /// print(line)", "case print(String)", "action == .print(text)", "screen.print(x)", "blueprint(x)",
        ])
    func `similar code is not output`(line: String) throws { #expect(try !Self.writes(line, Regex(Self.patterns))) }

    private static func writes(_ line: String, _ way: Regex<AnyRegexOutput>) -> Bool {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), !code.hasPrefix("case print(") else { return false }
        return code.firstMatch(of: way) != nil
    }
}
