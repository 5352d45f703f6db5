import NavigationEvents
import Testing

@testable import EventBus

@Suite struct EndpointTests {
    @Test(
        arguments: [
            ("tcp://0.0.0.0:5555", "not a loopback address"), ("tcp://*:5555", "not a loopback address"),
            ("tcp://192.168.1.2:5555", "not a loopback address"), ("tcp://127.0.0:1", "not a loopback address"),
            ("tcp://127.0.0.1", "the port is missing"), ("tcp://127.0.0.1:0", "is no port"),
            ("tcp://127.0.0.1:65536", "is no port"), ("ipc://relative", "must begin with /"),
            ("ipc://@abstract", "must begin with /"), ("udp://127.0.0.1:1", "neither with ipc:// nor with tcp://"),
            ("", "neither"), ("ipc:///" + String(repeating: "x", count: 200), "at most 107 fit"),
        ])
    func anEndpointThatABusCannotHaveIsRefusedWithTheReason(_ text: String, _ reason: String) {
        let error = #expect(throws: BusError.self) { try BusClient(requests: text) }
        #expect(error?.description.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func aBusOnALoopbackPortTellsWhereItIs() async throws {
        let server = try BusServer(
            endpoints: BusEndpoints(requests: "tcp://127.0.0.1:*", events: "tcp://127.0.0.1:*"))
        let client = try BusClient(requests: server.endpoints.requests)
        let welcome = try await onThread { [endpoints = server.endpoints] in
            try BusClient(requests: endpoints.requests).join(.make(), timeout: .seconds(10))
        }
        #expect(welcome.eventsEndpoint == server.endpoints.events)
        #expect(!welcome.eventsEndpoint.hasSuffix("*"))
        _ = client
        await server.close()
    }

    @Test func aPortInUseIsNamed() async throws {
        let first = try BusServer(
            endpoints: BusEndpoints(requests: "tcp://127.0.0.1:*", events: "tcp://127.0.0.1:*"))
        let error = #expect(throws: BusError.self) {
            try BusServer(
                endpoints: BusEndpoints(requests: first.endpoints.requests, events: "tcp://127.0.0.1:*"))
        }
        #expect(error?.description.contains(first.endpoints.requests) == true)
        await first.close()
    }
}
