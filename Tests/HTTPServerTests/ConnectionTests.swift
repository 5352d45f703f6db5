import Testing

@testable import HTTPServer

@Suite("Connections of an HTTP server")
struct ConnectionTests {
    private let limits = ConnectionLimits()

    @Test func `a request sent byte by byte is closed`() {
        let client = ClientConnection(3, at: 100)
        #expect(!client.isOverdue(at: 104, limits))
        #expect(client.isOverdue(at: 104.1, limits))
        client.change(to: .responding, at: 116)
        #expect(!client.isOverdue(at: 170, limits))
        #expect(client.isOverdue(at: 177, limits))
        client.change(to: .idle, at: 177)
        #expect(!client.isOverdue(at: 190, limits))
        #expect(client.isOverdue(at: 193, limits))
        client.change(to: .streaming, at: 193)
        #expect(!client.isOverdue(at: 1_000_000, limits))
    }

    @Test func `idle connections are closed in their order of arrival`() {
        var clients = ConnectionTable(limits)
        let all = (0..<20).map { ClientConnection(Int32($0), at: Double($0) / 10) }
        let left = all.compactMap { clients.add($0, at: 2)?.descriptor }
        #expect(left == [0, 1, 2, 3])
    }

    @Test func `a slow reader is closed only at the limit and without idle connections`() {
        var clients = ConnectionTable(limits)
        let all = (0..<limits.softTotal).map { number in ClientConnection(Int32(number), at: 0) }
        for client in all {
            #expect(clients.add(client, at: 0) == nil)
            client.change(to: client.descriptor == 9 ? .responding : .streaming, at: 1)
        }
        #expect(clients.add(ClientConnection(100, at: 3), at: 3) == nil)
        #expect(clients.add(ClientConnection(101, at: 7), at: 7)?.descriptor == 100)
        // The next connection finds only the one that reads.
        #expect(clients.add(ClientConnection(102, at: 7), at: 7)?.descriptor == 101)
    }

    @Test func `one address cannot exceed its share`() {
        var clients = ConnectionTable(limits)
        let address = IPAddress("127.0.0.7")?.limitAddress
        for number in 0..<limits.maxPerAddress {
            let client = ClientConnection(Int32(number), from: address, at: 0)
            #expect(clients.add(client, at: 0) == nil)
            client.change(to: .responding, at: 0)
        }
        #expect(
            clients.add(ClientConnection(100, from: IPAddress("::1")?.limitAddress, at: 1), at: 1)?.descriptor == 100)
        #expect(clients.add(ClientConnection(101, from: IPAddress("10.0.0.1"), at: 1), at: 1) == nil)
    }
}
