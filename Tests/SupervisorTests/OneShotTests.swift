import Testing
import TOML

@testable import Supervisor

@Suite("A program that is run once")
struct OneShotTests {
    @Test func `the output and the exit code are returned`() async throws {
        let outcome = try await OneShot.run(
            "/bin/sh", ["-c", "echo out; echo err >&2; exit 3"], timeoutSeconds: 20, maxOutputBytes: 100)
        #expect(outcome.exitCode == 3)
        #expect(outcome.output == Array("out\n".utf8))
        #expect(outcome.errors == "err\n")
    }

    @Test func `a program that writes more than the maximum is refused`() async {
        let error = await #expect(throws: ConfigurationError.self) {
            try await OneShot.run("/bin/sh", ["-c", "yes"], timeoutSeconds: 20, maxOutputBytes: 1000)
        }
        #expect(error?.description == "/bin/sh: writes more than 1000 bytes, the maximum")
    }
}
