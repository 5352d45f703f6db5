import Foundation
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
            #expect(told.map(\.verdict) == report.results.map(\.verdict), "seed \(seed)")
            let lines = report.table.split(separator: "\n")
            #expect(lines.filter { $0.hasPrefix("FAILED") }.count == report.count(.failed), "seed \(seed)")
            #expect(lines.filter { $0.hasPrefix("passed") }.count == report.count(.passed), "seed \(seed)")
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
            let verdicts: [CaseResult.Verdict] = [.passed, .failed, .skipped, .broken]
            let verdict = verdicts.randomElement(using: &generator) ?? .passed
            var result = CaseResult(examCase, verdict, text(&generator))
            result.output = [text(&generator)]
            result.seconds = Double.random(in: 0...20, using: &generator)
            results.append(result)
        }
        return ConformanceReport(subject: text(&generator), results: results, seconds: 3)
    }
}
