import Foundation
import NavigationControl
import NavigationEvents
import Positions
import Synchronization
import TestSupport
import Testing

@testable import Receivers

/// Requests of the real curl and of hostile clients to a source.
@Suite("Positions over HTTP", .timeLimit(.minutes(2)))
struct HTTPSourceTests {
    private static let token = "k7Qm2xW9pL4vT8zR"
    private static let query = "/?id=phone&lat=50.05&lon=8.25&timestamp=1777881601&speed=10&bearing=195.6&batt=80"
    private static let client =
        #"{"location":{"timestamp":"2026-05-04T08:00:01.500Z","coords":{"latitude":50.05,"longitude":8.25,"#
        + #""accuracy":4,"speed":5,"heading":195.6,"altitude":104.5}},"device_id":"DEVICE"}"#

    /// A source that is read, and its port.
    private final class Running: Sendable {
        let told: CollectedPositions
        private let open = Mutex<UInt16>(0)

        init(token: String? = nil) async throws {
            let ports = AsyncStream.makeStream(of: UInt16.self)
            let source = HTTPSource(listen: "127.0.0.1:0", token: token) { ports.continuation.yield($0) }
            told = CollectedPositions(source)
            for await port in ports.stream {
                open.withLock { $0 = port }
                break
            }
        }

        var port: UInt16 { open.withLock { $0 } }

        /// The status and the body of the answer to curl.
        func curl(_ path: String, _ arguments: [String] = []) throws -> (status: Int, text: String) {
            let outcome = try BuiltProgram(url: URL(filePath: "/usr/bin/curl")).run(
                ["-sS", "-m", "20", "--noproxy", "*", "-w", "\n%{http_code}"] + arguments
                    + ["http://127.0.0.1:\(port)\(path)"])
            let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
            return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
        }

        func post(_ json: String, _ arguments: [String] = []) throws -> (status: Int, text: String) {
            try curl("/", ["-H", "Content-Type: application/json", "-d", json] + arguments)
        }
    }

    private static func client(device: String) -> String {
        client.split(separator: "DEVICE", omittingEmptySubsequences: false).joined(separator: device)
    }

    @Test func `OsmAnd and Traccar Client are sources, each with its unit of speed`() async throws {
        let running = try await Running()
        #expect(try running.curl(Self.query).status == 200)
        #expect(try running.curl("/", ["-d", String(Self.query.dropFirst(2))]).status == 200)
        #expect(try running.post(Self.client(device: "phone")) == (200, ""))
        #expect(await running.told.wait { $0.fixes.count == 3 })
        let (query, form, json) = (running.told.fixes[0], running.told.fixes[1], running.told.fixes[2])
        #expect(query == form)
        #expect(abs((query.speedMetersPerSecond ?? 0) - 5.144) < 0.001)
        #expect(query.courseDegrees == 195.6 && query.horizontalAccuracyMeters == nil)
        #expect(json.speedMetersPerSecond == 5 && json.horizontalAccuracyMeters == 4 && json.altitudeMeters == 104.5)
        #expect(json.time.seconds(since: query.time) == 0.5)
        #expect(running.told.problems.isEmpty)
    }

    @Test func `malformed messages get the reason, and are counted`() async throws {
        let running = try await Running()
        for (json, words) in [
            ("{", "JSON"), (#"{"location":{}}"#, "coords"),
            (Self.client(device: "").replacing("50.05", with: "91"), "latitude is out of range"),
            (Self.client(device: "phone").replacing("2026-05-04T08:00:01.500Z", with: "noon"), "must be a time"),
        ] {
            let answer = try running.post(json)
            #expect(answer.status == 400 && answer.text.contains(words), "\(answer)")
        }
        #expect(try running.curl("/nothing").status == 404)
        #expect(try running.curl(Self.query, ["-X", "DELETE"]).status == 405)
        #expect(try running.curl(Self.query, ["-H", "Origin: http://evil.example"]).status == 403)
        #expect(await running.told.wait { $0.problems.count == 7 }, "\(running.told.texts)")
        #expect(running.told.texts.last?.hasSuffix("(7 so far)") == true)
        #expect(running.told.fixes.isEmpty)
    }

    @Test func `the token is a header, or the name of the device in any format`() async throws {
        let running = try await Running(token: Self.token)
        let wrong = Self.token.lowercased()
        for answer in [
            try running.curl(Self.query), try running.curl(Self.query, ["-H", "Authorization: Bearer \(wrong)"]),
            try running.post(Self.client(device: wrong)), try running.post("{"), try running.curl("/", ["-d", "id=1"]),
        ] {
            #expect(answer.status == 403 && answer.text.contains("The token is missing or wrong"), "\(answer)")
        }
        let named = Self.query.replacing("phone", with: Self.token)
        #expect(try running.curl(Self.query, ["-H", "Authorization: Bearer \(Self.token)"]).status == 200)
        #expect(await running.told.wait { $0.fixes.count == 1 })
        for answer in [
            try running.curl(named), try running.curl("/", ["-d", String(named.dropFirst(2))]),
            try running.post(Self.client(device: Self.token)),
        ] {
            // The first device is still in use.
            #expect(answer.status == 200, "\(answer)")
        }
        #expect(await running.told.wait { $0.problems.count == 8 })
        #expect(running.told.fixes.count == 1)
        #expect(!running.told.texts.contains { $0.contains(Self.token) }, "\(running.told.texts)")
        let skipped = "it is from the device with the token, but \"phone\" is in use"
        #expect(running.told.texts.last?.contains(skipped) == true)
    }

    @Test func `an address that other machines reach needs a token, and both have a form`() throws {
        try HTTPSource.check(listen: "0.0.0.0:5055", token: Self.token)
        try HTTPSource.check(listen: "[::1]:5055", token: nil)
        let invalid: [(String, String?)] = [("0.0.0.0:5055", nil), ("nowhere", nil), ("127.0.0.1:5055", "short")]
        for (listen, token) in invalid {
            #expect(throws: SettingsError.self) { try HTTPSource.check(listen: listen, token: token) }
        }
    }

    @Test func `an address in use is opened when it is free`() async throws {
        let first = try await Running()
        let second = CollectedPositions(HTTPSource(listen: "127.0.0.1:\(first.port)", token: nil))
        #expect(await second.wait { $0.texts.contains { $0.contains("another program uses port \(first.port)") } })
    }

    /// Connections that send nothing, half a request or garbage, until they are closed.
    @Test func `hundreds of slow and hostile connections neither stop positions nor take memory`() async throws {
        let running = try await Running(token: Self.token)
        let before = try Self.residentKilobytes()
        var open: [Int32] = []
        defer { for descriptor in open { close(descriptor) } }
        let large = String(repeating: "x", count: 60_000)
        let post = "POST / HTTP/1.1\r\nHost: a\r\n"
        let beginnings = [
            "", "GET /?id=", post + "Content-Length: 65000\r\n\r\n" + large, "\u{1}\u{2}\u{3}\r\n\r\n",
            "GET / HTTP/1.1\r\nX: " + large, post + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n" + large,
        ]
        for round in 0..<300 {
            guard let descriptor = Self.connect(running.port) else { continue }
            open.append(descriptor)
            let bytes = Array(beginnings[round % beginnings.count].utf8)
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            guard round % 100 == 99 else { continue }
            let answer = try running.curl(
                Self.query, ["--retry", "5", "--retry-all-errors", "-H", "Authorization: Bearer \(Self.token)"])
            #expect(answer.status == 200, "\(answer)")
        }
        #expect(await running.told.wait { $0.fixes.count == 3 })
        #expect(try Self.residentKilobytes() - before < 16_384)
    }

    private static func connect(_ port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func residentKilobytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(pages[1]) ?? 0) * 4
    }
}
