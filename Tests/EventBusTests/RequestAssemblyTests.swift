import BusTestSupport
import Access
import EventCodec
import NavigationEvents
import Testing

@testable import EventBus

@Suite struct RequestAssemblyTests {
    private static let second: UInt64 = 1_000_000_000
    private let bytes = [UInt8]((0..<50_000).map { UInt8(truncatingIfNeeded: $0) })

    private func connection(_ number: Int32) -> Connections.ID {
        Connections.ID(busSocket: .remoteRequests, descriptor: number)
    }

    private func context(_ number: Int32, id: UInt64 = 1) -> RequestContext {
        RequestContext(
            peer: [], id: id, listener: .remote, connection: connection(number), sender: .key("key-\(number)"))
    }

    private func part(_ offset: Int, _ count: Int) -> RequestPart {
        RequestPart(
            totalBytes: UInt64(bytes.count), offset: UInt64(offset), data: Array(bytes[offset..<offset + count]))
    }

    @Test func `the parts of a request are assembled`() {
        var assembly = RequestAssembly()
        let first = assembly.handle(part(0, 20_000), context(1), over: connection(1), now: 0)
        let isExpected = assembly.expects(part(20_000, 30_000), id: 1, over: connection(1))
        let isExpectedOfOther = assembly.expects(part(20_000, 30_000), id: 2, over: connection(1))
        let last = assembly.handle(part(20_000, 30_000), context(1), over: connection(1), now: 0)
        #expect(first == .pending && isExpected && !isExpectedOfOther)
        #expect(last == .whole(bytes) && assembly.byteCount == 0)
    }

    @Test func `later parts of a refused request are ignored`() {
        var assembly = RequestAssembly()
        _ = assembly.handle(part(0, 20_000), context(1), over: connection(1), now: 0)
        let hole = assembly.handle(part(30_000, 20_000), context(1), over: connection(1), now: 0)
        let rest = assembly.handle(part(20_000, 30_000), context(1), over: connection(1), now: 0)
        guard case .refused(let error) = hole else {
            Issue.record("a hole is taken")
            return
        }
        #expect(error.code == .malformed && rest == .passedOver && assembly.byteCount == 0)
    }

    @Test func `few requests are open, and a stalled one gives way`() {
        var assembly = RequestAssembly()
        for number in 1...4 {
            _ = assembly.handle(part(0, 20_000), context(Int32(number)), over: connection(Int32(number)), now: 0)
        }
        #expect(assembly.byteCount == 4 * bytes.count)
        guard case .refused(let error) = assembly.handle(part(0, 20_000), context(5), over: connection(5), now: 0)
        else {
            Issue.record("a fifth is taken")
            return
        }
        #expect(error.code == .unavailable)
        let later = assembly.handle(part(0, 20_000), context(5), over: connection(5), now: Self.second)
        #expect(later == .pending && assembly.byteCount == 4 * bytes.count)
        assembly.ended(connection(5))
        #expect(assembly.byteCount == 3 * bytes.count)
        let overdue = assembly.giveUpOverdue(now: 4 * Self.second)
        #expect(overdue.count == 3 && assembly.byteCount == 0)
    }

    @Test func `a large request is split and a small one is not`() throws {
        #expect(Request.status.frames(id: 7).count == 1)
        let large = Request.start(.main, .make(vertices: 20_000))
        let frames = large.frames(id: 7)
        #expect(frames.count > 4 && frames.allSatisfy { $0.count <= BusLimits.maxUnsplitRequestBytes })
        var assembly = RequestAssembly()
        var outcome = RequestAssembly.Outcome.pending
        for frame in frames {
            guard case .part(let part) = try RequestFrame(wireBytes: frame).request else { continue }
            outcome = assembly.handle(part, context(1, id: 7), over: connection(1), now: 0)
        }
        #expect(outcome == .whole(large.wireBytes()))
    }

    @Test(arguments: [(64, true), (255, true), (56, true), (40, false)])
    func `few file descriptors allow few connections`(
        _ files: Int, _ isEnough: Bool
    ) throws {
        guard isEnough else {
            #expect(throws: BusError.self) {
                try FileDescriptors.capacity(allowed: files, used: 6, listeners: 1, maxPeers: 512, maxSessions: 100)
            }
            return
        }
        let capacity = try FileDescriptors.capacity(
            allowed: files, used: 6, listeners: 1, maxPeers: 512, maxSessions: 100)
        #expect((4..<files / 2).contains(capacity.peers) && !capacity.isEnough && capacity.sessions == 0)
    }

    @Test func `enough file descriptors allow all connections`() throws {
        let capacity = try FileDescriptors.capacity(
            allowed: 4096, used: 6, listeners: 1, maxPeers: 512, maxSessions: 100)
        #expect(capacity.peers == 512 && capacity.isEnough && capacity.sessions == 100)
    }
}
