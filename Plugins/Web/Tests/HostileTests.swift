import Foundation
import NavigationControl
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Web

@Suite("Hostile clients")
struct HostileTests {
    @Test func `an endless header is refused`() throws {
        let web = try RunningWeb()
        let wire = try web.wire()
        wire.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 100_000) + "\r\n\r\n")
        #expect(try wire.answer().status == 431)
        #expect(try web.ask("/health").status == 200)
    }

    @Test func `an endless path is refused`() throws {
        let wire = try RunningWeb().wire()
        wire.get("/" + String(repeating: "x", count: 100_000))
        #expect(try wire.answer().status == 414)
    }

    @Test(arguments: [
        "\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET /\u{1}\u{7F} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ])
    func `an invalid request does not disturb other connections`(bytes: String) throws {
        let web = try RunningWeb()
        let wire = try web.wire()
        wire.send(bytes)
        #expect(try web.ask("/health").status == 200)
    }

    @Test func `random bytes do not disturb other connections`() throws {
        var generator = SplitMix64.announced(for: "noise")
        let web = try RunningWeb()
        for _ in 0..<200 {
            let wire = try web.wire()
            let starts = ["", "GET ", "GET / HTTP/1.1\r\n", "GET /events HTTP/1.1\r\nHost: localhost\r\n"]
            let noise = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                Character(Unicode.Scalar(UInt8.random(in: 0...127, using: &generator)))
            }
            wire.send((starts.randomElement(using: &generator) ?? "") + String(noise) + "\r\n\r\n")
        }
        #expect(try web.ask("/health").status == 200)
    }

    @Test func `idle connections leave space for others of the same address`() throws {
        let web = try RunningWeb()
        let idle = try (0..<200).map { _ in try web.wire() }
        #expect(try web.ask("/health").status == 200)
        // The first connections were closed.
        try idle.first?.wait { $0.isEnded }
    }

    @Test func `idle connections from many addresses leave space for others`() throws {
        let web = try RunningWeb()
        let idle = try (2...9).map { host in try (0..<12).map { _ in try web.wire(from: 0x7F00_0000 + UInt32(host)) } }
        #expect(try web.ask("/").status == 200)
        try idle.first?.first?.wait { $0.isEnded }
    }

    @Test func `idle connections do not displace event streams`() throws {
        let web = try RunningWeb()
        let watcher = try web.watcher()
        _ = try watcher.state()
        let idle = try (2...6).map { host in try (0..<30).map { _ in try web.wire(from: 0x7F00_0000 + UInt32(host)) } }
        web.driver.deliver(.navigation(.make(meters: 42)))
        let state = try watcher.state { $0["phase"] as? String == "guiding" }
        #expect((state["distance"] as? [String: Any])?["text"] as? String == "40 m")
        #expect(idle.count == 5)
    }

    @Test func `two hundred simultaneous connections are served one after another`() throws {
        let web = try RunningWeb()
        let wires = try (0..<200).map { _ in try web.wire() }
        for wire in wires { wire.get("/health") }
        let statuses = wires.map { try? $0.answer().status }
        #expect(statuses.contains(200))
        #expect(try web.ask("/health").status == 200)
    }

    @Test func `broken event streams free their slots at once`() throws {
        let web = try RunningWeb()
        for _ in 0..<5 {
            let watchers = try (0..<ServerLoop.maxStreams.perAddress).map { _ in try web.watcher() }
            #expect(watchers.map(\.head.status) == Array(repeating: 200, count: watchers.count))
            for watcher in watchers { watcher.wire.breakOff() }
        }
        #expect(try web.watcher().head.status == 200)
        try expectEventually { try web.viewers() == 0 }
    }

    @Test func `too many event streams get a refusal`() throws {
        let web = try RunningWeb()
        var watchers = try (0..<ServerLoop.maxStreams.perAddress).map { _ in try web.watcher() }
        #expect(watchers.allSatisfy { $0.head.status == 200 })
        #expect(try web.ask("/events").status == 503)
        watchers.removeLast()
        #expect(throws: Never.self) {
            try expectEventually {
                let wire = try web.wire()
                wire.get("/events")
                return try wire.answer().status == 200
            }
        }
    }

    @Test func `a stalled reader affects no other connection`() throws {
        let web = try RunningWeb()
        let lazy = try web.wire(receiveBytes: 4096)
        lazy.get("/events")
        let watcher = try web.watcher()
        web.driver.deliver(.navigationStarted(.make()))
        // More than the socket buffers hold: neither the control nor the other stream waits for the stalled one.
        for number in 1...40 {
            let info = NavigationInfo.make(
                step: .make(number: number, street: String(repeating: "\(number) ", count: 4000)))
            web.driver.deliver(.navigation(info))
            let state = try watcher.state { ($0["street"] as? String)?.hasPrefix("\(number) ") == true }
            #expect(state["phase"] as? String == "guiding")
        }
        // It continues with the newest state, not with all missed ones.
        let late = try Watcher(lazy)
        var states = 0
        while try !((late.event().state["street"] as? String)?.hasPrefix("40 ") ?? false) { states += 1 }
        #expect(states < 39)
    }
}
