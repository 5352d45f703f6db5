import TestSupport
import Testing

/// The short form of the fault suite, each fault a few times. Only `make faults`, without other tests at the same time,
/// judges times and includes the faults that take minutes even in the short form.
@Suite(.serialized) struct FaultTests {
    @Test(
        arguments: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 17, 18, 19, 20])
    func `a fault does not change the guidance of a drive`(number: Int) throws {
        let outcome = try BuiltProgram("navbus-faults").start(["--short", "--only", "\(number)"]).wait(seconds: 300)
        print(outcome.output)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        if outcome.output.contains(" 0 failed, 1 skipped") { try Test.cancel("\(outcome.output)") }
    }
}
