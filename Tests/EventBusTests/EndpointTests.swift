import TestSupport
import BusTestSupport
import Access
import NavigationEvents
import Testing

@testable import EventBus

@Suite struct EndpointTests {
    @Test(
        arguments: [
            ("tcp://192.168.1.2:5555", "accepts only clients with keys"),
            ("tcp://127.0.0.1:5555", "accepts only clients with keys"), ("tcp://:5555", "the address is missing"),
            ("tcp://127.0.0.1", "the port is missing"), ("tcp://127.0.0.1:0", "is not a port"),
            ("tcp://127.0.0.1:65536", "is not a port"), ("ipc://relative", "must begin with /"),
            ("ipc://@abstract", "must begin with /"), ("udp://127.0.0.1:1", "neither with ipc:// nor with tcp://"),
            ("", "neither"), ("ipc:///" + String(repeating: "x", count: 200), "at most 107 fit"),
        ])
    func `an invalid endpoint is refused with the reason`(_ text: String, _ reason: String) {
        let error = #expect(throws: BusError.self) { try BusClient(requests: text) }
        #expect(error?.description.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(arguments: ["tcp://127.0.0.1:*", "tcp://[::1]:*", "tcp://0.0.0.0:5555", "tcp://*:*"])
    func `a port without keys is refused at the start`(_ endpoint: String) throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: BusError.self) {
            try BusServer(endpoints: BusEndpoints(requests: folder.endpoints.requests, events: endpoint))
        }
        #expect(error?.description.contains("without keys is open to every program") == true)
    }

    @Test func `the error names a port in use`() async throws {
        let (first, second) = (try RemoteBus([("phone", [.tap], .all)]), try RemoteBus.Folders())
        try second.ring.allow(AllowedKey(name: "phone", key: try second.ring.make("phone"), roles: [.tap]))
        let used = try #require(first.server.remoteEndpoints).requests
        let error = #expect(throws: BusError.self) {
            try BusServer(
                endpoints: second.folder.endpoints,
                access: second.access(BusEndpoints(requests: used, events: "tcp://127.0.0.1:*")))
        }
        #expect(error?.description.contains(used) == true, "\(String(describing: error))")
        await first.server.close()
    }

    @Test func `the events of a bus at every address have the address of the request`() throws {
        #expect(try Endpoint.reachable("tcp://0.0.0.0:7", from: "tcp://10.0.0.9:6") == "tcp://10.0.0.9:7")
        #expect(try Endpoint.reachable("tcp://[::]:7", from: "tcp://[::1]:6") == "tcp://[::1]:7")
        #expect(try Endpoint.reachable("tcp://10.0.0.1:7", from: "tcp://10.0.0.9:6") == "tcp://10.0.0.1:7")
    }
}
