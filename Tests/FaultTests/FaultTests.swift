import TestSupport
import Testing

/// The fault suite in its short form: each fault a few times. `make faults`, where nothing else runs, judges recovery times;
/// the faults that take minutes even in their short form run only there.
@Suite(.serialized) struct FaultTests {
    @Test func `killed controls`() throws { try expectGuidanceSurvives("killed-controls") }
    @Test func `killed bus`() throws { try expectGuidanceSurvives("killed-bus") }
    @Test func `killed launcher`() throws { try expectGuidanceSurvives("killed-launcher") }
    @Test func `frozen tap`() throws { try expectGuidanceSurvives("frozen-tap") }
    @Test func `frozen bus`() throws { try expectGuidanceSurvives("frozen-bus") }
    @Test func `broken controls`() throws { try expectGuidanceSurvives("broken-controls") }
    @Test func `full disk`() throws { try expectGuidanceSurvives("full-disk") }
    @Test func `mutated frames`() throws { try expectGuidanceSurvives("mutated-frames") }
    @Test func `flipped bits`() throws { try expectGuidanceSurvives("flipped-bits") }
    @Test func `malformed flood`() throws { try expectGuidanceSurvives("malformed-flood") }
    @Test func `port garbage`() throws { try expectGuidanceSurvives("port-garbage") }
    @Test func `strangers`() throws { try expectGuidanceSurvives("strangers") }
    @Test func `impostors`() throws { try expectGuidanceSurvives("impostors") }
    @Test func `false positions`() throws { try expectGuidanceSurvives("false-positions") }
    @Test func `taken paths`() throws { try expectGuidanceSurvives("taken-paths") }
    @Test func `greedy peers`() throws { try expectGuidanceSurvives("greedy-peers") }
    @Test func `cut link`() throws { try expectGuidanceSurvives("cut-link") }
    @Test func `lost devices`() throws { try expectGuidanceSurvives("lost-devices") }

    private func expectGuidanceSurvives(_ fault: String) throws {
        let outcome = try BuiltProgram("navbus-faults").start(["--short", "--only", fault]).wait(seconds: 300)
        print(outcome.output)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        if outcome.output.contains(" 0 failed, 1 skipped") { try Test.cancel("\(outcome.output)") }
    }
}
