import Foundation
import NavigationEvents
import Testing

@testable import CommandOutput

/// Lines for slow readers.
@Suite struct LineWriterTests {
    @Test(.timeLimit(.minutes(1))) func `a paused reader does not block the writer, and drops are counted`() async {
        let pipe = Pipe()
        let target = pipe.fileHandleForWriting.fileDescriptor
        let writer = LineWriter(maxBytes: 200_000)
        let line = String(repeating: "x", count: 999) + "\n"
        for _ in 0..<1000 { writer.write(line, to: target) }
        // The pipe holds 64 KiB and the writer 200 kB: the rest was dropped without blocking.
        let reading = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile().count }
        await writer.drain(within: .seconds(50))
        try? pipe.fileHandleForWriting.close()
        let bytes = await reading.value
        #expect(bytes % 1000 == 0)
        #expect((200_000...300_000).contains(bytes))
        #expect(writer.droppedCount == UInt64(1000 - bytes / 1000))
    }

    @Test func `a write error is reported`() async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let writer = LineWriter()
        writer.write("text\n", to: full.fileDescriptor)
        await writer.drain(within: .seconds(50))
        #expect(writer.failure(of: full.fileDescriptor)?.number == ENOSPC)
        #expect(writer.failure(of: STDOUT_FILENO) == nil)
    }
}
