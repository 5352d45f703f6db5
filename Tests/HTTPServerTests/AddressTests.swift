import Testing

@testable import HTTPServer

@Suite("Addresses")
struct AddressTests {
    @Test func `all addresses of this machine count as one`() {
        let loopback = IPAddress("127.0.0.1")
        for written in ["127.0.0.1", "127.0.0.2", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::ffff:127.9.9.9"] {
            #expect(IPAddress(written)?.limitAddress == loopback)
        }
        #expect(IPAddress("192.168.1.5")?.limitAddress == IPAddress("192.168.1.5"))
    }
}
