import Testing
import ZeroMQ

@Suite struct SocketTests {
    @Test func `a message of two frames arrives completely`() throws {
        let (asker, answerer) = try pair()
        try asker.send(Array("topic".utf8), more: true)
        try asker.send([UInt8](repeating: 7, count: 100_000))
        let parts = try receive(from: answerer)
        #expect(parts.count == 3, "the router adds the frame of the peer")
        #expect(parts.dropFirst().map(\.count) == [5, 100_000])
        #expect(parts.last?.allSatisfy { $0 == 7 } == true)
    }

    @Test func `nothing to receive is not an error`() throws {
        let (asker, _) = try pair()
        var frame = Frame()
        #expect(try !asker.receive(into: &frame))
        #expect(frame.count == 0)
    }

    @Test func `sending without a peer returns false`() throws {
        let socket = try Socket(.dealer, context: Context())
        try socket.set(.onlyConnected, 1)
        try socket.connect("ipc:///tmp/nobody-\(UInt64.random(in: 0...(.max)))")
        #expect(try !socket.send([1]))
    }

    @Test func `the error names a port in use and says what to do`() throws {
        let context = try Context()
        let first = try Socket(.router, context: context)
        try first.bind("tcp://127.0.0.1:*")
        let endpoint = try first.lastEndpoint()
        let second = try Socket(.router, context: context)
        let error = #expect(throws: ZeroMQError.self) { try second.bind(endpoint) }
        #expect(error?.isAddressInUse == true)
        #expect(error?.description.contains(endpoint) == true)
        #expect(error?.description.contains("choose another endpoint") == true)
    }

    @Test(arguments: ["", "nowhere", "smoke://signals", "tcp://127.0.0.1:port", "ipc:///no/such/folder/socket"])
    func `an invalid endpoint is refused`(_ endpoint: String) throws {
        let socket = try Socket(.router, context: Context())
        let error = #expect(throws: ZeroMQError.self) { try socket.bind(endpoint) }
        #expect(error?.endpoint == endpoint)
    }

    /// libzmq notes what a peer has read every 16 messages, and when it sends, about once a millisecond only.
    @Test func `a queue of 32 has room for 16 messages as soon as the last ones have been read`() throws {
        let context = try Context()
        let reader = try Socket(.dealer, context: context)
        try reader.bind("tcp://127.0.0.1:*")
        let sender = try Socket(.dealer, context: context)
        try sender.set(.sendHighWater, 32)
        try sender.connect(reader.lastEndpoint())
        var frame = Frame()
        var refused = 0
        for _ in 0..<2000 {
            var sent = 0
            for _ in 0..<16 {
                if try sender.send([1]) { sent += 1 } else { refused += 1 }
            }
            while sent > 0 {
                if try reader.receive(into: &frame) { sent -= 1 }
            }
        }
        #expect(refused == 0)
    }

    @Test func `a frame larger than allowed ends only its peer`() throws {
        let context = try Context()
        let answerer = try Socket(.router, context: context)
        try answerer.set(.maxFrameBytes, 100)
        try answerer.bind("tcp://127.0.0.1:*")
        let large = try Socket(.dealer, context: context)
        try large.connect(answerer.lastEndpoint())
        try large.send([UInt8](repeating: 0, count: 101))
        let small = try Socket(.dealer, context: context)
        try small.connect(answerer.lastEndpoint())
        try small.send([UInt8](repeating: 0, count: 100))
        #expect(try receive(from: answerer).last?.count == 100)
    }

    @Test func `a subscriber gets the messages that begin with its subscription`() throws {
        let context = try Context()
        let publisher = try Socket(.xpub, context: context)
        try publisher.bind("inproc://publisher")
        let subscriber = try Socket(.sub, context: context)
        try subscriber.subscribe("onGPS/")
        try subscriber.connect("inproc://publisher")
        #expect(try receive(from: publisher) == [[1] + Array("onGPS/".utf8)], "the subscription itself arrives")
        for topic in ["onNavigation/main", "onGPS/main"] { try publisher.send(Array(topic.utf8)) }
        #expect(try receive(from: subscriber) == [Array("onGPS/main".utf8)])
    }

    private func pair() throws -> (asker: Socket, answerer: Socket) {
        let context = try Context()
        let answerer = try Socket(.router, context: context)
        try answerer.bind("inproc://pair")
        let asker = try Socket(.dealer, context: context)
        try asker.connect("inproc://pair")
        return (asker, answerer)
    }

    /// Waits for one message, ten seconds at most.
    private func receive(from socket: Socket) throws -> [[UInt8]] {
        var polled = PollSet()
        polled.add(socket)
        var parts: [[UInt8]] = []
        var frame = Frame()
        for _ in 0..<100 where parts.isEmpty {
            try polled.wait(milliseconds: 100)
            while try socket.receive(into: &frame) {
                parts.append(frame.copy)
                if !frame.hasMore { break }
            }
        }
        return parts
    }
}
