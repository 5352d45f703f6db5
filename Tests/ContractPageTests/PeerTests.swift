import Foundation
import TestSupport
import Testing

/// A peer that was written from the pages of the contract alone, against the bus as it is shipped.
@Suite struct PeerTests {
    @Test func `the bus keeps what the contract says of it, as seen by a stranger`() throws {
        let script = ContractPlace.tests.appending(path: "Peer/cases.py").path
        let python = BuiltProgram(url: URL(filePath: PythonInterpreter.path))
        let cases = try python.start([script, BuiltProgram("navbus-bus").url.path, ContractPlace.proto.path])
        let outcome = cases.wait(seconds: 300)
        #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.lines.count { $0.hasPrefix("passed ") } > 20)
    }
}
