import Supervisor
import TestSupport
import Testing

/// Tests of the executables that the doctor runs.
@Suite struct ControlProbeTests {
    private func problem(_ script: String, timeoutSeconds: Double = 60) async throws -> String? {
        let folder = try TemporaryFolder()
        let file = try folder.write("#!/bin/sh\n\(script)\n", to: "control.sh", mode: 0o755)
        return await ControlProbe.problem(of: file, timeoutSeconds: timeoutSeconds)
    }

    @Test func `an executable that answers has no problem`() async throws {
        #expect(try await problem("test \"$1\" = --version") == nil)
    }

    @Test func `an executable that fails is quoted`() async throws {
        #expect(try await problem("echo no library >&2; exit 127") == "ends with exit code 127: no library")
    }

    @Test(.timeLimit(.minutes(1))) func `an executable that does not answer is ended with its children`() async throws {
        #expect(try await problem("sleep 1000", timeoutSeconds: 0.1) == "does not answer --version")
    }
}
