import Glibc
import Testing
import ZeroMQ

@Suite struct AccessTests {
    @Test func `a secret key has a public key and is in no description`() throws {
        let keys = try CurveKeyPair()
        #expect(CurveKeyPair(secretKey: keys.secretKey) == keys)
        #expect(!"\(keys) \(String(reflecting: keys))".contains(keys.secretKey))
        #expect(try CurveKeyPair() != keys)
    }

    @Test func `a new key does not look like an option`() throws {
        // One in 85 would begin with a hyphen.
        for _ in 0..<1000 { #expect(try !CurveKeyPair().publicKey.text.hasPrefix("-")) }
    }

    @Test(arguments: [
        "", "short", String(repeating: "~", count: 40), String(repeating: "#", count: 40),
        "ä" + String(repeating: "a", count: 38),
    ])
    func `an invalid key is refused`(_ text: String) {
        #expect(CurveKey(text) == nil)
        #expect(CurveKeyPair(secretKey: text) == nil)
    }

    @Test(arguments: [false, true]) func `the ZAP handler names each peer, and its messages have the name`(
        isPostponed: Bool
    ) throws {
        let (server, client) = (try CurveKeyPair(), try CurveKeyPair())
        let context = try Context()
        let zapHandler = try ZAPHandler(context: context)
        let answerer = try Socket(.router, context: context)
        let monitor = try SocketMonitor(answerer, context: context, name: "answerer")
        try answerer.set(.zapDomain, "front")
        try answerer.serve(with: server)
        try answerer.bind("tcp://127.0.0.1:*")
        let asker = try Socket(.dealer, context: Context())
        try asker.authenticate(with: client, to: server.publicKey)
        try asker.connect(answerer.lastEndpoint())
        try asker.send([1])
        var asked: [ZAPRequest] = []
        var frame = Frame()
        var happened: [SocketMonitor.Event] = []
        for _ in 0..<100 where frame.count == 0 {
            var polled = PollSet()
            for socket in [zapHandler.socket, answerer] { polled.add(socket) }
            try polled.wait(milliseconds: 100)
            while try zapHandler.serve({ request in
                asked.append(request)
                return isPostponed ? .postpone : .admit("known")
            }) {}
            try zapHandler.servePostponed { request in
                asked.append(request)
                return .admit("known")
            }
            while let event = try monitor.next() { happened.append(event) }
            while try answerer.receive(into: &frame), frame.hasMore {}
        }
        #expect(frame.copy == [1])
        #expect(frame.property("User-Id") == "known")
        let times = isPostponed ? 2 : 1
        #expect(asked.map(\.domain) == Array(repeating: "front", count: times))
        #expect(asked.map(\.proof) == Array(repeating: .key(client.publicKey), count: times))
        #expect(happened.first == .accepted(frame.descriptor))
    }

    @Test(.timeLimit(.minutes(1))) func `a monitor with a full queue can be released`() throws {
        let context = try Context()
        let answerer = try Socket(.router, context: context)
        var monitor: SocketMonitor? = try SocketMonitor(answerer, context: context, name: "answerer")
        #expect(monitor != nil)
        try answerer.bind("tcp://127.0.0.1:*")
        let port = try #require(answerer.lastEndpoint().split(separator: ":").last.flatMap { UInt16($0) })
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Until no connection is accepted any more.
        var isTaken = true
        for _ in 0..<5000 where isTaken {
            let one = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var patience = timeval(tv_sec: 0, tv_usec: 300_000)
            setsockopt(one, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            isTaken = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    connect(one, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            close(one)
        }
        #expect(!isTaken, "its queue is full")
        monitor = nil
        #expect(monitor == nil)
    }

    @Test func `the address of a local peer ends with its user, group and process`() {
        let request = ZAPRequest(domain: "", address: "host:with:colons:1000:100:4242", proof: .none)
        let credentials = request.credentials
        #expect(credentials?.user == 1000 && credentials?.group == 100 && credentials?.process == 4242)
        for address in ["127.0.0.1", "", "::1", "a:1:2:x"] {
            #expect(ZAPRequest(domain: "", address: address, proof: .none).credentials == nil)
        }
    }
}
