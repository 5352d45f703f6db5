import TestSupport
import Testing

/// The fault suite in its short form, as people run it: each fault a few times. How long things take is judged by
/// `make faults`, where nothing else runs.
@Suite(.serialized) struct FaultTests {
    @Test(
        "Every fault leaves the guidance of a drive as it was",
        arguments: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 22])
    func fault(number: Int) throws {
        let outcome = try BuiltProgram("navbus-faults").run(["--short", "--only", "\(number)"])
        print(outcome.output)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }
}
