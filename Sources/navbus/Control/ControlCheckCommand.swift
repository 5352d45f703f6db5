import ArgumentParser
import ControlTesting
import Glibc

/// `navbus control check`
struct ControlCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Run a control, in any language, through the whole contract.",
        discussion: """
            Starts the control again and again, on a bus that is played by hand, and tells what it does of what the contract \
            says: a line for each case. It ends with exit code 0 if nothing failed and 1 if something did.
            """)

    @Argument(help: "Folder of the control, with its plugin.toml, or its executable.")
    var control: String?

    @Argument(parsing: .postTerminator, help: "What the control is started with, after --.")
    var arguments: [String] = []

    @Option(
        help: ArgumentHelp(
            "A setting over the default of its manifest; may be given several times.", valueName: "key=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("Only this case; may be given several times.", valueName: "case"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Write the result to a file as JUnit XML too.", valueName: "file"))
    var junit: String?

    @Flag(help: "Show the cases, and what of the contract each holds, and end.")
    var list = false

    @Flag(help: "Keep the folder of the exam, with what the control wrote in each case.")
    var keep = false

    func validate() throws {
        if control == nil, !list {
            throw ValidationError(
                "Missing expected argument '<control>': a folder with a plugin.toml, or an executable")
        }
    }

    func run() async throws {
        guard let control, !list else { return showCases() }
        do {
            let subject = try ExamSubject(path: control, arguments: arguments, settings: set)
            let report = try await sit(ControlExam(of: subject, only: only, isKept: keep))
            // The file is whole before the table says how it went.
            if let junit { try write(report.junit, to: junit) }
            Output.line(report.table)
            guard !report.isBroken else { throw ExitStatus.systemError }
            guard report.isPassed else { throw ExitCode(1) }
        } catch let error as ExamError {
            Output.error("\(Style.error.red("navbus:")) failed to \(error)")
            throw Self.status(of: error)
        }
    }

    /// Sits the exam; an interrupt ends it, with all that it has started.
    private func sit(_ exam: ControlExam) async throws -> ExamReport {
        let sitting = Task { try await exam.run() }
        let interrupts = Interrupts()
        let watch = Task {
            for await _ in interrupts.signals { sitting.cancel() }
        }
        defer {
            watch.cancel()
            interrupts.cancel()
        }
        return try await sitting.value
    }

    private func showCases() {
        let width = ControlExam.cases.map(\.name.count).max() ?? 0
        for examCase in ControlExam.cases {
            let name = examCase.name + String(repeating: " ", count: width - examCase.name.count)
            Output.line("\(name)  \(examCase.page) \(examCase.rule): \(examCase.clause)")
        }
    }

    private func write(_ text: String, to path: String) throws {
        let failure = OutputFailure(number: EIO, target: path)
        guard let file = fopen(path, "w") else { throw OutputFailure(number: errno, target: path) }
        let count = fputs(text, file)
        guard fclose(file) == 0, count >= 0 else { throw failure }
    }

    private static func status(of error: ExamError) -> ExitCode {
        switch error {
        case .noControl, .manifest: ExitStatus.noInput
        case .setting, .noCase: ExitCode.validationFailure
        case .interrupted, .system: ExitStatus.systemError
        }
    }
}
