import TestSupport
import Access
import Glibc
import NavigationEvents
import Testing

@testable import EventBus

@Suite struct BusTrustTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a folder that others may replace is used neither by a bus nor by a client`() throws {
        let above = folder.path + "/above"
        #expect(mkdir(above, 0o700) == 0 && mkdir(above + "/run", 0o700) == 0)
        for mode in [0o777, 0o770, 0o707] as [mode_t] {
            chmod(above, mode)
            #expect(throws: BusError.untrusted(path: above, .isOpen(mode: mode))) {
                try PathTrust.ofOwnBus.admits(socket: above + "/run/requests")
            }
            #expect(throws: BusError.self) { try RunFolder(path: above + "/run").check() }
        }
        chmod(above, 0o700)
        rmdir(above + "/run")
        rmdir(above)
    }

    /// A client that has joined checks the path again when it has to ask a bus that has gone.
    @Test(.enabled(if: geteuid() == 0, "takes root, to be two users"))
    func `a client leaves a folder that another user owns now`() async throws {
        let bus = try TestBus(folder: folder)
        let endpoint = folder.endpoints.requests
        let client = Held(try BusClient(requests: endpoint))
        try await onThread { _ = try client.value.request(.status, timeout: .seconds(20)) }
        await bus.server.close()
        chown(folder.path, 65534, 65534)
        // A request that is sent before the client notices the end of the bus has no answer.
        try await onThread {
            try waitUntil {
                do throws(BusError) {
                    _ = try client.value.request(.status, timeout: .milliseconds(500))
                    return false
                } catch {
                    return error == .untrusted(path: folder.path, .isForeign(65534))
                }
            }
        }
        chown(folder.path, 0, 0)
    }

    @Test func `the events endpoint must be on the machine of the bus`() {
        for (events, requests) in [("tcp://127.0.0.1:7", "ipc:///run/x"), ("ipc:///run/x", "tcp://10.0.0.9:6")] {
            #expect(throws: BusError.eventsElsewhere(events, requests: requests)) {
                try Endpoint.reachable(events, from: requests)
            }
        }
    }
}
