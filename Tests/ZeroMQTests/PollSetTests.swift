import Platform
import TestSupport
import Testing
import ZeroMQ

/// A wait ends with every message, whatever was done with the socket before.
@Suite struct PollSetTests {
    @Test func `no message is missed`() throws {
        var random = SplitMix64.announced(for: "calls between two waits")
        let (context, folder) = (try Context(), try TemporaryFolder())
        let publisher = try Socket(.xpub, context: context)
        try publisher.bind("ipc://\(folder.path)/events")
        let subscriber = try Socket(.sub, context: context)
        try subscriber.subscribe("a")
        try subscriber.connect("ipc://\(folder.path)/events")
        var frame = Frame()
        try expectMessage([1] + Array("a".utf8), at: publisher, &frame)
        var polled = PollSet()
        polled.add(subscriber)
        for number in 0..<300 {
            // Some of these calls let libzmq notice a message, after which its descriptor is no longer readable.
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                switch Int.random(in: 0...4, using: &random) {
                case 0: _ = try subscriber.receive(into: &frame)
                case 1: try subscriber.subscribe("b")
                case 2: try subscriber.unsubscribe("b")
                case 3: try polled.wait(milliseconds: 0)
                default: try subscriber.set(.lingerMilliseconds, 0)
                }
            }
            while try subscriber.receive(into: &frame) {}
            try publisher.send(Array("a\(number)".utf8))
            if Bool.random(using: &random) { try subscriber.subscribe("c") }
            try expectMessage(Array("a\(number)".utf8), at: subscriber, &frame)
        }
    }

    @Test func `a message that was left is noticed by the next wait`() throws {
        let context = try Context()
        let answerer = try Socket(.router, context: context)
        try answerer.bind("inproc://left")
        let asker = try Socket(.dealer, context: context)
        try asker.connect("inproc://left")
        for number: UInt8 in 1...3 { try asker.send([number]) }
        var polled = PollSet()
        polled.add(answerer)
        var frame = Frame()
        for _ in 1...3 {
            try polled.wait(milliseconds: 10_000)
            #expect(polled.isReadable(0))
            for _ in 1...2 { try #require(try answerer.receive(into: &frame)) }
        }
        try polled.wait(milliseconds: 0)
        #expect(!polled.isReadable(0))
    }

    @Test func `work without a message does not end every wait`() throws {
        let context = try Context()
        let answerer = try Socket(.router, context: context)
        try answerer.bind("inproc://work")
        var polled = PollSet()
        polled.add(answerer)
        // A connection is work, and nobody receives after the wait that it ends.
        let asker = try Socket(.dealer, context: context)
        try asker.connect("inproc://work")
        var waits = 0
        let end = MonotonicInstant.now.nanoseconds + 50_000_000
        while MonotonicInstant.now.nanoseconds < end {
            try polled.wait(milliseconds: 100)
            waits += 1
        }
        #expect(waits < 10)
        try asker.send([1])
        var frame = Frame()
        try expectReadable(answerer, &frame)
    }

    @Test func `a socket that can send ends a wait for that only`() throws {
        let context = try Context()
        let asker = try Socket(.dealer, context: context)
        var polled = PollSet()
        polled.add(asker, forSending: true)
        try polled.wait(milliseconds: 0)
        #expect(!polled.isReadable(0), "there is no peer")
        let answerer = try Socket(.router, context: context)
        try answerer.bind("inproc://sending")
        try asker.connect("inproc://sending")
        try polled.wait(milliseconds: 10_000)
        #expect(polled.isReadable(0))
    }

    private func expectMessage(_ message: [UInt8], at socket: Socket, _ frame: inout Frame) throws {
        try expectReadable(socket, &frame)
        #expect(frame.copy == message)
    }

    /// Waits and receives in turn, since work of libzmq without a message ends a wait too.
    private func expectReadable(_ socket: Socket, _ frame: inout Frame) throws {
        var polled = PollSet()
        polled.add(socket)
        repeat {
            try polled.wait(milliseconds: 10_000)
            try #require(polled.isReadable(0))
        } while try !socket.receive(into: &frame)
    }
}
