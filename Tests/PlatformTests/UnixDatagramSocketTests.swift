import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite struct UnixDatagramSocketTests {
    @Test func `datagrams arrive whole and in order, and too large ones are dropped`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        let socket = try #require(UnixDatagramSocket(path: path))
        #expect(socket.receive(maxBytes: 8) == nil)
        for bytes: [UInt8] in [[1, 2], Array(repeating: 0, count: 9), [3]] { UnixDatagramSocket.send(bytes, to: path) }
        #expect(socket.receive(maxBytes: 8) == [1, 2])
        #expect(socket.receive(maxBytes: 8) == [3])
        #expect(socket.receive(maxBytes: 8) == nil)
    }

    @Test func `a socket takes the path of an earlier one, and only this user may send to it`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/socket"
        let earlier = UnixDatagramSocket(path: path)
        let socket = try #require(UnixDatagramSocket(path: path))
        UnixDatagramSocket.send([1], to: path)
        #expect(socket.receive(maxBytes: 8) == [1])
        #expect(earlier?.receive(maxBytes: 8) == nil)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        socket.remove()
        #expect(stat(path, &status) != 0)
    }

    @Test func `a path that is too long, or in no folder, has no socket`() {
        #expect(UnixDatagramSocket(path: "/" + String(repeating: "a", count: 200)) == nil)
        #expect(UnixDatagramSocket(path: "/nowhere/socket") == nil)
    }
}
