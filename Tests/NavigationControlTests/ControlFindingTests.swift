import NavigationControl
import Testing

@Suite struct ControlFindingTests {
    @Test(arguments: ControlFinding.Grade.allCases) func `a line is read as it was written`(
        _ grade: ControlFinding.Grade
    ) {
        let finding = ControlFinding(grade, subject: "calibration", text: "none yet", remedy: "face north")
        #expect(ControlFinding(line: finding.line) == finding)
        let short = ControlFinding(grade, subject: "calibration", text: "")
        #expect(ControlFinding(line: short.line) == short)
        #expect(ControlFinding(line: "\(grade.rawValue)\ta\tb") == ControlFinding(grade, subject: "a", text: "b"))
    }

    @Test func `what would end a line is a space`() {
        let finding = ControlFinding(.fine, subject: "a\tb", text: "c\nd", remedy: "e\r\nf")
        #expect(finding.line == "fine\ta b\tc d\te f")
    }

    @Test(arguments: ["", "fine", "fine\ta", "good\ta\tb", "fine\t\tb", "fine\ta\tb\tc\td"])
    func `what is no finding is none`(_ line: String) {
        #expect(ControlFinding(line: line) == nil)
    }
}
