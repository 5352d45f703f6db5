import ControlConformance
import Foundation
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

/// Tests of the grades of controls.
@Suite("The grade of a control names what people may rely on")
struct GradeTests {
    @Test func `a control that repairs no gap and repeats cues after a restart is only a listener`() async throws {
        let report = try await ConformanceTestQueue.run(ConformanceTest(of: Self.forgetful([])))
        #expect(report.isPassed, "\(report.table)")
        #expect(report.grades == [.listener], "\(report.table)")
        #expect(report.summary.contains("; grade: listener; "), "\(report.summary)")
        #expect(Set(report.missing(.lossless).map(\.verdict)) == [.notDone], "\(report.table)")
        // Without reports the test cannot observe what it announces and shows.
        #expect(Set((report.missing(.announcer) + report.missing(.display)).map(\.verdict)) == [.skipped])
        #expect(report.badge.contains("<title>navbus: listener</title>"))
    }

    @Test(arguments: [ControlGrade.display, .announcer, .lossless])
    func `a claimed grade that is not reached fails the test, and its cases are named`(grade: ControlGrade) async throws
    {
        let report = try await ConformanceTestQueue.run(ConformanceTest(of: Self.forgetful([grade])))
        #expect(!report.isPassed && report.count(.failed) == 0, "\(report.table)")
        #expect(report.summary.contains("FAILS to be \(grade.rawValue), as its manifest claims"), "\(report.summary)")
        #expect(report.grades == [.listener], "\(report.summary)")
        let line = try #require(
            report.conclusion.split(separator: "\n").first { $0.contains("not \(grade.rawValue), as") })
        for result in report.missing(grade) { #expect(line.contains(result.name), "\(line)") }
        let told = try JUnitReader.read(report.junit)
        #expect(told.filter { $0.verdict == .failed }.map(\.name) == ["grade \(grade.rawValue)"])
        #expect(report.badge.contains("<title>navbus: failing</title>"))
    }

    @Test func `selected cases determine no grade`() async throws {
        var subject = Self.forgetful([.announcer])
        subject.settings = [:]
        let report = try await ConformanceTestQueue.run(ConformanceTest(of: subject, only: ["hello"]))
        #expect(report.isPassed && report.grades.isEmpty && !report.summary.contains("grade"), "\(report.table)")
    }

    /// A small control in Python with a claim.
    private static func forgetful(_ claimed: Set<ControlGrade>) -> TestedControl {
        TestedControl(
            executable: PythonInterpreter.path,
            arguments: [Checkout.path + "/Tests/ControlConformanceTests/Rigs/forgetful_control.py"],
            manifest: ControlManifest(
                id: "forgetful", summary: "Prints each cue.", executable: "forgetful",
                topics: [.onNavigation, .onNavigationStopped], grades: claimed))
    }
}
