import TestSupport
import Testing

/// The fault suite in its short form, as people run it: each fault a few times. How long things take is judged by
/// `make faults`, where nothing else runs; the faults that take minutes even in their short form are left to it.
@Suite(.serialized) struct FaultTests {
    @Test(
        arguments: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 17, 18, 19, 20])
    func `every fault leaves the guidance of a drive as it was`(number: Int) throws {
        let outcome = try BuiltProgram("navbus-faults").start(["--short", "--only", "\(number)"]).wait(seconds: 300)
        print(outcome.output)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        if outcome.output.contains(" 0 failed, 1 skipped") { try Test.cancel("\(outcome.output)") }
    }
}
