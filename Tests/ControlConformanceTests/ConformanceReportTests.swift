import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif
import NavigationControl
import Platform
import TestSupport
import Testing

@testable import ControlConformance

@Suite("The reports of the conformance test")
struct ConformanceReportTests {
    @Test func `the table and the XML have the same results, whatever the texts`() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let report = Self.report(&generator)
            let told = try JUnitReader.read(report.junit)
            #expect(told.map(\.name) == report.results.map(\.name), "seed \(seed)")
            // JUnit has no word for "not done".
            let verdicts = report.results.map { $0.verdict == .notDone ? .skipped : $0.verdict }
            #expect(told.map(\.verdict) == verdicts, "seed \(seed)")
            let lines = report.table.split(separator: "\n")
            #expect(lines.filter { $0.hasPrefix("FAILED") }.count == report.count(.failed), "seed \(seed)")
            #expect(lines.filter { $0.hasPrefix("passed") }.count == report.count(.passed), "seed \(seed)")
            #expect(lines.filter { $0.hasPrefix("not done") }.count == report.count(.notDone), "seed \(seed)")
            #expect(lines.filter { $0.hasPrefix("not asked") }.count == report.count(.skipped), "seed \(seed)")
            #expect(lines.filter { $0.hasPrefix("BROKEN") }.count == report.count(.broken), "seed \(seed)")
        }
    }

    @Test func `characters that XML cannot contain are replaced, and others are preserved`() throws {
        var result = CaseResult(ConformanceCase.all[0], .failed, "a < b & \"c\" > d\u{1}\u{FFFE}\n\té🚲")
        result.output = ["]]>", "<failure/>"]
        let report = ConformanceReport(subject: "<&>", results: [result], seconds: 1.5)
        let told = try JUnitReader.read(report.junit)
        #expect(told.first?.message == "a < b & \"c\" > d\u{FFFD}\u{FFFD}\n\té🚲")
        #expect(told.first?.output == "]]>\n<failure/>")
    }

    @Test func `the output of a control cannot move the cursor in the table`() {
        var result = CaseResult(ConformanceCase.all[0], .failed, "it said \u{1B}[2J\u{9B}1A")
        result.output = ["\u{1B}[31m\u{7}"]
        let table = ConformanceReport(subject: "a", results: [result], seconds: 1).table
        #expect(table.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && !(127...159).contains($0.value) })
    }

    @Test
    func `each case is documented with its rule, and the contract contains the rule`()
        throws
    {
        let page = try String(contentsOfFile: Checkout.path + "/docs/exam.md", encoding: .utf8)
        for examCase in ConformanceTest.cases {
            let row = "| `\(examCase.name)` | [\(examCase.rule)](contract/\(examCase.page).md) | \(examCase.clause) |"
            #expect(page.contains(row), "missing in docs/exam.md: \(row)")
            let contract = try String(
                contentsOfFile: Checkout.path + "/docs/contract/\(examCase.page).md", encoding: .utf8)
            #expect(contract.contains("**\(examCase.rule)**"), "\(examCase.rule) of \(examCase.name)")
        }
        #expect(Set(ConformanceTest.cases.map(\.name)).count == ConformanceTest.cases.count)
    }

    @Test func `a grade requires that each of its cases has passed`() throws {
        let results = ConformanceCase.all.map { CaseResult($0, .passed, "") }
        var report = ConformanceReport(subject: "a", results: results, seconds: 1)
        #expect(report.grades == Set(ControlGrade.allCases) && report.isPassed)
        #expect(report.summary.contains("grade: display, announcer, lossless"))
        #expect(report.junit.contains("<property name=\"grade\" value=\"display, announcer, lossless\"/>"))
        for (index, examCase) in ConformanceCase.all.enumerated() {
            for verdict in [CaseResult.Verdict.failed, .skipped, .notDone, .broken] {
                report.results = results
                report.results[index].verdict = verdict
                let isListener = examCase.grade == .listener
                let kept = ControlGrade.allCases.filter { isListener ? verdict == .skipped : $0 != examCase.grade }
                #expect(report.grades == Set(kept), "\(examCase.name) \(verdict)")
            }
        }
        report.isComplete = false
        #expect(report.grades.isEmpty && !report.summary.contains("grade"))
    }

    @Test func `a claim is held to`() throws {
        var results = ConformanceCase.all.map { CaseResult($0, .passed, "") }
        let index = try #require(results.firstIndex { $0.name == "once-only" })
        results[index].verdict = .skipped
        var report = ConformanceReport(
            subject: "a", results: results, seconds: 1, claimed: [.announcer, .lossless])
        #expect(!report.isPassed && report.unreachedClaims == [.announcer])
        #expect(report.conclusion.contains("not announcer, as its manifest claims: once-only (not asked)"))
        #expect(report.junit.contains("failures=\"1\"") && report.junit.contains("name=\"grade lossless\""))
        report.claimed = [.listener, .lossless]
        #expect(report.isPassed && !report.junit.contains("failures=\"1\""))
    }

    @Test func `the badge is one well-formed picture with the grade`() throws {
        let report = ConformanceReport(
            subject: "a", results: ConformanceCase.all.map { CaseResult($0, .passed, "") }, seconds: 1)
        let parser = XMLParser(data: Data(report.badge.utf8))
        #expect(parser.parse(), "\(report.badge)")
        #expect(report.badge.contains(">display, announcer, lossless</text>"))
    }

    private static func report(_ generator: inout SplitMix64) -> ConformanceReport {
        let scalars: [Character] = ["a", " ", "<", "&", "\"", "'", "]", ">", "\n", "\u{0}", "\u{1B}", "é", "\u{FFFF}"]
        func text(_ generator: inout SplitMix64) -> String {
            String(
                (0..<Int.random(in: 0...30, using: &generator)).compactMap { _ in
                    scalars.randomElement(using: &generator)
                })
        }
        var results: [CaseResult] = []
        for examCase in ConformanceCase.all {
            let verdicts: [CaseResult.Verdict] = [.passed, .failed, .skipped, .notDone, .broken]
            let verdict = verdicts.randomElement(using: &generator) ?? .passed
            var result = CaseResult(examCase, verdict, text(&generator))
            result.output = [text(&generator)]
            result.seconds = Double.random(in: 0...20, using: &generator)
            results.append(result)
        }
        return ConformanceReport(subject: text(&generator), results: results, seconds: 3)
    }
}
