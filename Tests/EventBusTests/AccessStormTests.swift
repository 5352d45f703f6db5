import Foundation
import Glibc
import NavigationEvents
import TestSupport
import Testing
import ZeroMQ

@testable import EventBus

/// More connections at once than a process may have files open, while the bus is occupied.
@Suite struct AccessStormTests {
    @Test func `a storm of connections does not exhaust the descriptors`() async throws {
        let bus = try TestBus()
        let (busy, isOver) = (OneShotEvent(), OneShotEvent())
        bus.server.executor.perform {
            busy.open()
            isOver.waitBlocking()
        }
        await busy.wait()
        let most = try await onThread {
            defer { isOver.open() }
            let storm = try ExternalPeer(
                """
                import resource
                resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
                many = []
                print("ready")
                for endpoint in (requests, events):
                    for number in range(4000):
                        one = socket.socket(socket.AF_UNIX)
                        one.setblocking(False)
                        many.append(one)
                        for attempt in range(50):
                            try:
                                one.connect(endpoint[len("ipc://"):])
                                break
                            except BlockingIOError: time.sleep(0.001)
                        else: break
                print("done")
                """, at: bus.folder.endpoints)
            try #require(storm.program.wait { $0.output.contains("done") })
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        print("storm: \(most) descriptors at most")
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(most < limit.rlim_cur)
        try await onThread { _ = try bus.subscriber() }
        await bus.server.close()
    }
}
