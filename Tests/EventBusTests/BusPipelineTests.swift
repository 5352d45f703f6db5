import BusTestSupport
import EventCodec
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

@Suite struct BusPipelineTests {
    /// A successor answers what is sent to it, so only the end of the connection shows that earlier requests are lost.
    @Test func `the end of a bus is reported, although its successor answers`() async throws {
        let folder = try TemporaryFolder()
        let first = try TestBus(folder: folder)
        let pipeline = try await joined(folder)
        try await onThread { try waitForAnswers(of: pipeline.value, to: 3) }
        await first.server.close()
        let second = try TestBus(folder: folder)
        try await onThread {
            _ = #expect(throws: BusError.disconnected(endpoint: folder.endpoints.requests)) {
                try waitForAnswers(of: pipeline.value, to: 1)
            }
        }
        await second.server.close()
    }

    private struct Pipeline: @unchecked Sendable {
        let value: BusPipeline
    }

    private func joined(_ folder: TemporaryFolder) async throws -> Pipeline {
        try await onThread {
            let pipeline = try BusPipeline(requests: folder.endpoints.requests)
            try pipeline.join(.make(), timeout: .seconds(20))
            return Pipeline(value: pipeline)
        }
    }
}

/// Sends requests, and waits for their replies.
private func waitForAnswers(of pipeline: BusPipeline, to count: Int) throws {
    var wanted = Set((0..<count).map { _ in pipeline.nextID() })
    for id in wanted { try pipeline.send(.status, id: id) }
    try waitUntil {
        try pipeline.receive(
            most: 100, onReply: { wanted.remove($0.id) }, onEvent: { _, _ in }, onSnapshot: { _, _ in })
        return wanted.isEmpty
    }
}
