import Foundation
import TestSupport
import Testing

@Suite("An interrupted conformance test leaves nothing", .serialized)
struct InterruptionTests {
    @Test
    func `after an interruption the exit code is 71 and nothing is left`()
        throws
    {
        let folder = try TemporaryFolder()
        let junit = folder.path + "/result.xml"
        try "of the last time".write(toFile: junit, atomically: true, encoding: .utf8)
        let (exam, examFolder) = try Self.begin(["--junit", junit])
        exam.signal(SIGINT)
        let outcome = exam.wait()
        #expect(outcome.exitCode == 71 && outcome.errors.contains("it was interrupted"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: examFolder))
        #expect(Self.processes(of: examFolder).isEmpty)
        #expect(try String(contentsOfFile: junit, encoding: .utf8).isEmpty)
    }

    @Test func `a killed test leaves nothing after a moment`() throws {
        let (exam, examFolder) = try Self.begin([])
        exam.signal(SIGKILL)
        #expect(exam.wait().exitCode == SIGKILL)
        let isLeft = {
            FileManager.default.fileExists(atPath: examFolder) || !Self.processes(of: examFolder).isEmpty
        }
        let deadline = ContinuousClock.now + .seconds(30)
        while isLeft(), ContinuousClock.now < deadline { usleep(20_000) }
        #expect(!isLeft())
    }

    @Test func `a kept folder is named and contains the output of the control`() throws {
        let control = BuiltProgram.folder + "/navbus-badcontrol"
        let outcome = try BuiltProgram.navbus.run(["control", "check", control, "--only", "drive", "--keep"])
        let path = try #require(outcome.output.firstMatch(of: /its output is in (\/tmp\/navbus-exam-\w+)/)?.1)
        defer { try? FileManager.default.removeItem(atPath: String(path)) }
        #expect(outcome.exitCode == 0)
        #expect(try String(contentsOfFile: "\(path)/drive/output", encoding: .utf8).contains(" m"))
    }

    /// Starts a conformance test of a control with a child in a session of its own, and waits for that child.
    ///
    /// - Returns: the test, and its folder.
    private static func begin(_ options: [String]) throws -> (RunningProgram, String) {
        let control = BuiltProgram.folder + "/navbus-badcontrol"
        let exam = try BuiltProgram.navbus.start(
            ["control", "check", control] + options + ["--", "--fault", "leaves-daemon"])
        var found: String?
        _ = exam.wait { exam in
            found = folder(of: exam).flatMap { processes(of: $0).count > 1 ? $0 : nil }
            return found != nil
        }
        return (exam, try #require(found, "\(exam.errors)"))
    }

    /// The folder of a conformance test, from the environment of its control.
    private static func folder(of exam: RunningProgram) -> String? {
        for (number, variables) in environments {
            guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
                // "123 (name) S 45 …": the parent follows the state.
                status.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(exam.processID)",
                let state = variables.first(where: { $0.hasPrefix("NAVBUS_STATE=/tmp/navbus-exam-") })
            else { continue }
            return "/tmp/" + state.split(separator: "/")[2]
        }
        return nil
    }

    /// The processes with the folder of the conformance test in their environment.
    private static func processes(of folder: String) -> [Int32] {
        environments.filter { $0.variables.contains { $0.hasPrefix("NAVBUS_STATE=\(folder)/") } }.map(\.number)
    }

    private static var environments: [(number: Int32, variables: [String])] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap { number in
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(number)/environ") else { return nil }
            return (number, bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        }
    }
}
