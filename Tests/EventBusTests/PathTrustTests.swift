import Glibc
import NavigationEvents
import Testing

@testable import EventBus

@Suite struct PathTrustTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a missing path is no error`() throws {
        #expect(try !PathTrust.ofOwnBus.admits(socket: folder.path + "/none/requests"))
        #expect(try !PathTrust.ofOwnBus.admits(socket: folder.path + "/requests"))
    }

    @Test func `other users may write to a folder above only if its sticky bit is set`() throws {
        let above = folder.path + "/above"
        #expect(mkdir(above, 0o700) == 0 && mkdir(above + "/run", 0o700) == 0)
        chmod(above, 0o1777)
        #expect(try PathTrust.ofBus.admits(folder: above + "/run"))
        for mode in [0o777, 0o770, 0o707] as [mode_t] {
            chmod(above, mode)
            #expect(throws: PathTrust.Refusal(path: above, problem: .isOpen(mode: mode))) {
                try PathTrust.ofBus.admits(folder: above + "/run")
            }
            #expect(throws: BusError.untrusted(path: above, .isOpen(mode: mode))) {
                try PathTrust.ofOwnBus.admits(socket: above + "/run/requests")
            }
            #expect(throws: BusError.self) { try RunFolder(path: above + "/run").check() }
        }
        chmod(above, 0o700)
        rmdir(above + "/run")
        rmdir(above)
    }

    @Test func `links in a path are followed and checked`() throws {
        let (real, link) = (folder.path + "/real", folder.path + "/link")
        #expect(mkdir(real, 0o700) == 0 && mkdir(real + "/run", 0o700) == 0 && symlink("./real/../real", link) == 0)
        #expect(try PathTrust.ofBus.admits(folder: link + "/run"))
        chmod(real, 0o777)
        #expect(throws: PathTrust.Refusal.self) { try PathTrust.ofBus.admits(folder: link + "/run") }
        unlink(link)
        #expect(symlink("link", link) == 0)
        #expect(throws: PathTrust.Refusal(path: link, problem: .isLink)) {
            try PathTrust.ofBus.admits(folder: link + "/run")
        }
        unlink(link)
        rmdir(real + "/run")
        rmdir(real)
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
        let error = await #expect(throws: BusError.self) {
            try await onThread { _ = try client.value.request(.status, timeout: .seconds(20)) }
        }
        #expect(error == .untrusted(path: folder.path, .isForeign(65534)))
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
