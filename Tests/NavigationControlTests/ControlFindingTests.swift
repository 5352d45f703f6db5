import NavigationControl
import Testing

@Suite struct ControlFindingTests {
    @Test(arguments: ControlFinding.Grade.allCases) func `a finding survives a round trip through its line`(
        _ grade: ControlFinding.Grade
    ) {
        let finding = ControlFinding(grade, subject: "calibration", text: "none yet", remedy: "face north")
        #expect(ControlFinding(line: finding.line) == finding)
        let short = ControlFinding(grade, subject: "calibration", text: "")
        #expect(ControlFinding(line: short.line) == short)
        #expect(ControlFinding(line: "\(grade.rawValue)\ta\tb") == ControlFinding(grade, subject: "a", text: "b"))
    }

    @Test func `a tab or newline in a text becomes a space`() {
        let finding = ControlFinding(.fine, subject: "a\tb", text: "c\nd", remedy: "e\r\nf")
        #expect(finding.line == "fine\ta b\tc d\te f")
    }

    @Test(arguments: ["", "fine", "fine\ta", "good\ta\tb", "fine\t\tb", "fine\ta\tb\tc\td"])
    func `an invalid line is not a finding`(_ line: String) {
        #expect(ControlFinding(line: line) == nil)
    }
}
