import EventCodec
import NavigationEvents
import Testing

@testable import Link

@Suite("The partitions of a fleet")
struct PartitionTests {
    @Test(arguments: [("vehicle-1", 53), ("a", 44), ("bus_7", 255), ("main", 8)])
    func `a session has the partition of the subject mapping of NATS`(name: String, number: Int) throws {
        #expect(Partition(of: try #require(Session(name))).number == number)
    }

    @Test func `a list of requests is read as it was written`() throws {
        let sessions = try (0..<300).map { try #require(Session("vehicle-\($0)")) }
        let frames = sessions.enumerated().map { RequestFrame(id: UInt64($0 + 1), request: .openSession($1)) }
        var list = RequestList()
        for frame in frames { list.append(frame.wireBytes()) }
        #expect(try RequestList.frames(in: list.bytes) == frames)
    }

    @Test func `a list that is cut off or has a wrong length is malformed`() throws {
        var list = RequestList()
        list.append(RequestFrame(id: 1, request: .openSession(try #require(Session("a")))).wireBytes())
        for count in 1..<list.bytes.count {
            #expect(throws: RequestList.Malformed.self) {
                _ = try RequestList.frames(in: Array(list.bytes.prefix(count)))
            }
        }
        #expect(throws: RequestList.Malformed.self) {
            _ = try RequestList.frames(in: [UInt8](repeating: 0xFF, count: 12))
        }
    }

    @Test func `a large frame is alone in its list`() {
        var list = RequestList()
        #expect(list.hasRoom(for: 10 * RequestList.maxBytes))
        list.append([UInt8](repeating: 1, count: 100))
        #expect(!list.hasRoom(for: RequestList.maxBytes))
        #expect(list.hasRoom(for: 1000))
    }

    @Test func `a mark is read as it was written, and nothing else is a mark`() throws {
        let mark = PartitionMark(sequence: 77, sessions: [try #require(Session("b")): 9 << 16, .main: 5])
        #expect(PartitionMark(mark.text) == mark)
        #expect(PartitionMark().firstNeeded() == 1)
        for text in ["", "mark", "mark x", "mark 1\nb", "mark 1\nB 2", "mark -1", "b 2\nmark 1"] {
            #expect(PartitionMark(text) == nil)
        }
    }
}
