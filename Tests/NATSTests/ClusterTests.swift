import NATS
import NATSTestSupport
import Platform
import Testing
import TestSupport

@Suite("A cluster of three servers", .serialized) struct ClusterTests {
    static let cluster = Result { try NATSCluster(3) }

    /// Publishes numbers one after the other, and repeats each until it is acknowledged, with the same message id.
    private func publish(_ count: Int, to subject: String, over jetStream: JetStream, _ each: (Int) throws -> Void)
        throws
    {
        for number in 0..<count {
            let deadline = MonotonicInstant.now.seconds + 60
            while true {
                do throws(NATSError) {
                    _ = try jetStream.publish(
                        subject, [UInt8(number >> 8), UInt8(number & 255)], messageID: "\(number)", timeout: .seconds(1)
                    )
                    break
                } catch {
                    guard error.isTemporary, MonotonicInstant.now.seconds < deadline else { throw error }
                }
            }
            try each(number)
        }
    }

    @Test func `a reader sees every message once, while the leader of the stream and its own server are killed`()
        async throws
    {
        let cluster = try Self.cluster.get()
        let writer = try JetStream(cluster.connect())
        let connection = try cluster.connect()
        let jetStream = try JetStream(connection)
        var settings = StreamSettings(name: "killed", subjects: ["killed.>"])
        settings.replicas = 3
        try jetStream.ensureStream(settings)
        let count = 2000
        let received = Collected<LoggedMessage>()
        async let reading: Void = onThread {
            let reader = try jetStream.reader("killed", subject: "killed.a", from: .sequence(1))
            let deadline = MonotonicInstant.now.seconds + 120
            var number = 0
            while number < count, MonotonicInstant.now.seconds < deadline {
                guard let message = try reader.next(timeout: .milliseconds(100)) else { continue }
                received.append(message)
                number += 1
            }
        }
        @Sendable func leader() throws -> Int {
            try #require(try jetStream.streamState("killed", timeout: .seconds(30)).leader.flatMap(cluster.index))
        }
        try await onThread {
            try publish(count, to: "killed.a", over: writer) { number in
                switch number {
                case 500: cluster.kill(try leader())
                case 900: for index in 0..<cluster.count { try cluster.start(index) }
                // The server of the reader.
                case 1200: cluster.urls.firstIndex(of: connection.server).map(cluster.kill)
                case 1600: for index in 0..<cluster.count { try cluster.start(index) }
                default: break
                }
            }
        }
        try await reading
        let numbers = received.values.map { Int($0.payload[0]) << 8 | Int($0.payload[1]) }
        #expect(numbers == Array(0..<count))
        let sequences = received.values.map(\.sequence)
        #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a reader continues while the leader of its stream is paused`() throws {
        let cluster = try Self.cluster.get()
        let jetStream = try JetStream(cluster.connect())
        var settings = StreamSettings(name: "paused", subjects: ["paused.>"])
        settings.replicas = 3
        try jetStream.ensureStream(settings)
        let reader = try jetStream.reader("paused", from: .sequence(1))
        let paused = try #require(
            try jetStream.streamState("paused", timeout: .seconds(30)).leader.flatMap(cluster.index))
        cluster.pause(paused)
        defer { cluster.resume(paused) }
        try publish(100, to: "paused.a", over: jetStream) { _ in }
        var numbers: [Int] = []
        #expect(
            try eventually(within: 60) {
                while let message = try reader.next(timeout: .zero) { numbers.append(Int(message.payload[1])) }
                return numbers.count >= 100
            })
        #expect(numbers == Array(0..<100))
    }
}
