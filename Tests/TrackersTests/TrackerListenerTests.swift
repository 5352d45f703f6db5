import Foundation
import NavigationControl
import NavigationEvents
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Trackers

/// Requests of the real curl to a listener.
@Suite("The listener of trackers")
struct TrackerListenerTests {
    /// A listener whose handler remembers what it got.
    private final class Running: Sendable {
        let positions = Mutex<[TrackerPosition]>([])
        let errors = Mutex<[TrackerError.Kind]>([])
        let listener = Mutex<TrackerListener?>(nil)

        init(token: String? = nil, outcome: TrackerOutcome? = .accepted, delaySeconds: Double = 0) throws {
            let handler = TrackerListener.Handler(
                position: { [weak self] position, answer in
                    self?.positions.withLock { $0.append(position) }
                    guard let outcome else { return }
                    guard delaySeconds > 0 else { return answer(outcome) }
                    _ = startThread("late") {
                        usleep(UInt32(delaySeconds * 1e6))
                        answer(outcome)
                        answer(.accepted)
                    }
                },
                error: { [weak self] error in self?.errors.withLock { $0.append(error.kind) } })
            let started = try TrackerListener(
                listen: "127.0.0.1:0", token: token, sessions: DeviceSessions(), handler: handler)
            listener.withLock { $0 = started }
        }

        deinit { listener.withLock { $0?.stop() } }

        /// The status and the output of curl with the headers of the answer.
        func curl(_ path: String, _ arguments: [String] = [], input: [UInt8]? = nil) throws -> (Int, String) {
            let port = listener.withLock { $0?.port ?? 0 }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/curl")
            process.arguments =
                ["-sS", "-i", "-m", "20", "--noproxy", "*"] + arguments
                + (input == nil ? [] : ["--data-binary", "@-"]) + ["http://127.0.0.1:\(port)\(path)"]
            let (output, source) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardInput = source
            try process.run()
            try source.fileHandleForWriting.write(contentsOf: Data(input ?? []))
            try source.fileHandleForWriting.close()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            let final = text.components(separatedBy: "HTTP/1.1 ").last ?? ""
            return (Int(final.prefix(3)) ?? 0, final)
        }
    }

    private static let query = "/?id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&speed=10"
    private static let ownTracks =
        #"{"lon":2.29513,"lat":48.85833,"_type":"location","tst":1497476456,"tid":"JJ","vel":36}"#

    @Test func `OsmAnd sends a query, or a form`() throws {
        let running = try Running()
        #expect(try running.curl(Self.query).0 == 200)
        #expect(try running.curl(Self.query, ["-X", "POST"]).0 == 200)
        #expect(try running.curl("/", ["-d", String(Self.query.dropFirst(2))]).0 == 200)
        let positions = running.positions.withLock { $0 }
        #expect(positions.count == 3 && Set(positions).count == 1)
        #expect(positions.first?.session.name == "902064")
    }

    @Test func `Traccar Client and plain JSON share a path`() throws {
        let running = try Running()
        let client =
            #"{"location":{"timestamp":"2025-06-15T13:45:12.862Z","coords":{"latitude":37.4,"longitude":-122.084,"#
            + #""speed":2}},"device_id":"48241179"}"#
        let plain = #" {"latitude":37.4,"longitude":-122.084,"time":1777881601,"speed":2,"device":"bus-7"}"#
        #expect(try running.curl("/", ["-H", "Content-Type: application/json", "-d", client]).0 == 200)
        #expect(try running.curl("/", ["-d", plain]).0 == 200)
        let positions = running.positions.withLock { $0 }
        #expect(positions.map(\.session.name) == ["48241179", "bus-7"])
        #expect(positions.allSatisfy { $0.fix.speedMetersPerSecond == 2 })
    }

    @Test func `Traccar forwards, and OwnTracks gets a list`() throws {
        let running = try Running()
        let forward =
            #"{"position":{"fixTime":"2024-05-20T14:29:55.000+00:00","valid":true,"latitude":-23.5,"longitude":-46.6},"#
            + #""device":{"uniqueId":"123456789012345"}}"#
        #expect(try running.curl("/traccar", ["-d", forward]).0 == 200)
        let (status, text) = try running.curl(
            "/owntracks", ["-H", "X-Limit-U: Jane", "-H", "X-Limit-D: phone", "-d", Self.ownTracks])
        #expect(status == 200 && text.hasSuffix("\r\n\r\n[]"))
        #expect(try running.curl("/owntracks?u=a&d=b", ["-d", Self.ownTracks]).0 == 200)
        #expect(try running.curl("/owntracks", ["-d", #"{"_type":"lwt","tst":1}"#]).0 == 200)
        #expect(try running.curl("/owntracks", ["-X", "POST"]).0 == 200)
        #expect(running.positions.withLock { $0.map(\.session.name) } == ["123456789012345", "jane-phone", "a-b"])
    }

    @Test func `invalid requests get the reason in one line`() throws {
        let running = try Running()
        let (status, text) = try running.curl("/?id=1&lat=1&timestamp=1")
        #expect(status == 400 && text.hasSuffix("\r\n\r\nfailed to read the position: lon is missing\n"))
        #expect(try running.curl("/traccar", ["-d", "x"]).0 == 400)
        #expect(try running.curl("/?id=1&lat=1&lon=2&timestamp=1&valid=false").0 == 200)
        #expect(running.errors.withLock { $0 } == [.missingField, .notJSON, .noFix])
        #expect(try running.curl("/nothing").0 == 404)
        let refused = try running.curl("/traccar")
        #expect(refused.0 == 405 && refused.1.contains("Allow: POST\r\n"))
        #expect(try running.curl("/", ["-X", "DELETE"]).0 == 405)
        #expect(try running.curl(Self.query, ["-H", "Origin: http://evil.example"]).0 == 403)
        #expect(try running.curl(Self.query, ["-H", "Sec-Fetch-Site: cross-site"]).0 == 403)
        #expect(running.positions.withLock { $0.isEmpty })
    }

    @Test(arguments: [65_537, 1_000_000, 3_000_000]) func `large bodies are refused`(count: Int) throws {
        let running = try Running()
        let body = [UInt8](repeating: UInt8(ascii: " "), count: count)
        #expect(try running.curl("/traccar", input: body).0 == 413)
        #expect(running.errors.withLock { $0 } == [.tooLarge])
        // Without a declared length, up to a megabyte is read.
        if count <= 1_000_000 {
            #expect(try running.curl("/traccar", ["-H", "Transfer-Encoding: chunked"], input: body).0 == 413)
        }
        #expect(try running.curl(Self.query).0 == 200)
    }

    @Test func `a token is required in the address or a header`() throws {
        let running = try Running(token: "0123456789abcdef")
        #expect(try running.curl(Self.query).0 == 401)
        #expect(try running.curl(Self.query + "&token=0123456789abcdeF").0 == 401)
        #expect(try running.curl(Self.query + "&token=0123456789abcdef").0 == 200)
        #expect(try running.curl(Self.query, ["-H", "Authorization: Bearer 0123456789abcdef"]).0 == 200)
        #expect(running.positions.withLock { $0.count } == 2)
    }

    @Test func `the handler may answer later, and its first answer counts`() throws {
        let running = try Running(outcome: .busy(retryAfterSeconds: 7), delaySeconds: 0.3)
        let (status, text) = try running.curl(Self.query)
        #expect(status == 503 && text.contains("Retry-After: 7\r\n"))
        #expect(try Running(delaySeconds: 0.2).curl(Self.query).0 == 200)
    }

    @Test func `a tracker that waits at the end gets 503`() throws {
        let running = try Running(outcome: nil)
        _ = startThread("stop") {
            while running.positions.withLock({ $0.isEmpty }) { usleep(10_000) }
            running.listener.withLock { $0 }?.stop()
        }
        let (status, text) = try running.curl(Self.query)
        #expect(status == 503 && text.contains("Retry-After: 10\r\n"))
    }

    @Test func `other machines need a token, and a token has a form`() {
        let handler = TrackerListener.Handler(position: { _, answer in answer(.accepted) }, error: { _ in })
        for (listen, token) in [("0.0.0.0:0", nil), ("127.0.0.1:0", "short"), ("nowhere", nil)] as [(String, String?)] {
            #expect(throws: SettingsError.self) {
                try TrackerListener(listen: listen, token: token, sessions: DeviceSessions(), handler: handler)
            }
        }
    }
}
