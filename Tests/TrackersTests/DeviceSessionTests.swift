import NavigationEvents
import Testing

@testable import Trackers

@Suite("The sessions of devices")
struct DeviceSessionTests {
    @Test(arguments: [
        ("bus-7", "bus-7"), ("Jane/Phone", "jane-phone"), ("Bus_7.B", "bus_7-b"),
        ("86100100 0719969", "86100100-0719969"),
        ("Zoë", "zo-"), (String(repeating: "x", count: 32), String(repeating: "x", count: 32)),
    ])
    func `a device has the session of its name`(device: String, name: String) throws {
        #expect(try DeviceSessions().session(of: device).name == name)
    }

    @Test(arguments: ["", "/", "日本", String(repeating: "x", count: 33), String(repeating: "é", count: 1_000_000)])
    func `a name that derives none is refused`(device: String) {
        #expect(throws: TrackerError.noSession(device: device)) { try DeviceSessions().session(of: device) }
    }

    @Test func `an entry of the table comes first`() throws {
        let bus = try #require(Session("line-7"))
        let sessions = DeviceSessions(["Bus.7": bus])
        #expect(try sessions.session(of: "Bus.7") == bus)
        #expect(try sessions.session(of: "bus.7").name == "bus-7")
    }

    @Test func `with a closed table only its devices have sessions`() throws {
        let bus = try #require(Session("line-7"))
        let sessions = DeviceSessions(["7": bus], derivesNames: false)
        #expect(try sessions.session(of: "7") == bus)
        #expect(throws: TrackerError.noSession(device: "8")) { try sessions.session(of: "8") }
    }
}
