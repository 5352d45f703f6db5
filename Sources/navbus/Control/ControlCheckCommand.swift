import NavigationEvents
import ArgumentParser
import ControlTesting
import Glibc
import Platform

/// `navbus control check`
struct ControlCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Run a control, in any language, through the whole contract.",
        discussion: """
            Starts the control again and again, on a bus that is played by hand, and tells what it does of what the contract \
            says: a line for each case. It ends with exit code 0 if nothing failed and 1 if something did, after a quarter \
            of a minute, or three quarters if a lot fails.
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
        let file = try junit.map(ResultFile.init)
        do {
            let subject = try ExamSubject(path: control, arguments: arguments, settings: set)
            let report = try await sit(ControlExam(of: subject, only: only, isKept: keep))
            Output.lines(report.table)
            try file?.write(report.junit)
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

    private static func status(of error: ExamError) -> ExitCode {
        switch error {
        case .noControl, .noExecutable, .manifest: ExitStatus.noInput
        case .setting, .noCase: ExitCode.validationFailure
        case .interrupted, .system: ExitStatus.systemError
        }
    }
}

/// The file of a result. Empty from the beginning: that of the last time must not be taken for one of an exam that was not
/// held to its end.
private struct ResultFile {
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(OutputFailure) {
        self.path = path
        // A named pipe that nobody reads would be waited for without end.
        descriptor = PrivateFile.open(path, O_WRONLY | O_TRUNC | O_NONBLOCK)
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, 0) == 0 else {
            throw OutputFailure(number: errno, target: path)
        }
    }

    func write(_ text: String) throws(OutputFailure) {
        if var failure = Output.write(text, to: descriptor) {
            failure.target = path
            throw failure
        }
        guard close(descriptor) == 0 else { throw OutputFailure(number: errno, target: path) }
    }
}
