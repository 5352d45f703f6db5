import Foundation
import TestSupport
import Testing

/// Runs a peer, which is written from the pages of the contract alone, against the real bus.
@Suite struct PeerTests {
    @Test func `the bus satisfies the contract for a peer written from it alone`() throws {
        let script = ContractPaths.tests.appending(path: "Peer/cases.py").path
        let python = BuiltProgram(url: URL(filePath: PythonInterpreter.path))
        let cases = try python.start([script, BuiltProgram("navbus-bus").url.path, ContractPaths.proto.path])
        let outcome = cases.wait(seconds: 300)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.lines.count { $0.hasPrefix("passed ") } > 20)
    }
}
