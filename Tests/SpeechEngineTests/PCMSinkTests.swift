import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import SpeechEngine

/// The standard output as a sound output.
@Suite struct PCMSinkTests {
    private func write(_ count: Int, into sink: PCMSink) throws {
        try sink.open(sampleRate: 8000)
        let samples = [Int16](repeating: 258, count: count)
        _ = try samples.withUnsafeBufferPointer { try sink.write($0) { false } }
    }

    @Test func `a file receives the samples unchanged`() throws {
        let folder = try TemporaryFolder()
        let file = try #require(fopen(folder.path + "/sound.raw", "w"))
        defer { fclose(file) }
        let sink = PCMSink(descriptor: fileno(file))
        #expect(!sink.isPaced)
        try write(8000, into: sink)
        let written = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/sound.raw"))
        // 258 is written as the byte 2, then the byte 1.
        #expect(written == Data((0..<16000).map { $0 % 2 == 0 ? 2 : 1 }))
    }

    @Test func `the error names a reader that has ended`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let sink = PCMSink(descriptor: ends[1])
        #expect(sink.isPaced)
        #expect {
            try write(10, into: sink)
        } throws: {
            "\($0)".contains("its reader has ended")
        }
    }
}
