import Glibc
import Platform

/// A WAV file (16 bits, mono) with all sentences and short pauses between them.
///
/// The header is updated after every sentence, so that the file can be played at any time, also after the process was
/// killed. The next process of the same run continues the file.
package final class WAVSink: AudioSink {
    package let isOptional = false
    package let isPaced = false
    package var name: String { "the sound file \(path)" }

    static let headerBytes = 44
    private static let pauseMilliseconds = 300
    private static let maxBytes = Int(UInt32.max) - 1 << 20

    /// The path of the file; differs from the setting if that file cannot be continued.
    private(set) var path: String
    private let isContinued: Bool
    private var descriptor: Int32 = -1
    private var sampleRate = 0
    /// The bytes of sound written so far.
    private var soundBytes = 0
    /// The bytes of sound up to the end of the last complete sentence.
    private var completeBytes = 0

    /// Creates the sink without access to the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isContinued: Whether an existing file is continued instead of replaced.
    package init(path: String, isContinued: Bool = false) {
        self.path = path
        self.isContinued = isContinued
    }

    package func open(sampleRate: Int) throws(SpeechError) {
        self.sampleRate = sampleRate
        // The error of a folder that cannot be created comes from opening the file.
        PrivateFile.makeFolders(above: path)
        try open(isContinued ? 0 : O_TRUNC)
        if isContinued, !continueFile() { try openAnother() }
        try writeHeader()
    }

    private func open(_ flags: Int32) throws(SpeechError) {
        descriptor = PrivateFile.open(path, O_RDWR | flags)
        guard descriptor >= 0 else { throw failure() }
    }

    /// Continues the file after its last complete sentence; `false` if it is not a file of this control. An empty file
    /// can be continued.
    private func continueFile() -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        if status.st_size == 0 { return true }
        var header = [UInt8](repeating: 0, count: Self.headerBytes)
        guard pread(descriptor, &header, header.count, 0) == header.count else { return false }
        let bytes = header.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard header == Self.header(soundBytes: bytes, sampleRate: sampleRate), bytes % 2 == 0,
            bytes <= Int(status.st_size) - Self.headerBytes, ftruncate(descriptor, off_t(Self.headerBytes + bytes)) == 0
        else { return false }
        completeBytes = bytes
        soundBytes = bytes
        return true
    }

    /// Keeps the file of another program and opens `name-2.wav`, or the first such name that is free.
    private func openAnother() throws(SpeechError) {
        Glibc.close(descriptor)
        let named = path
        let stem = named.hasSuffix(".wav") ? String(named.dropLast(4)) : named
        for number in 2...1000 {
            path = "\(stem)-\(number).wav"
            descriptor = PrivateFile.open(path, O_RDWR | O_EXCL)
            if descriptor >= 0 { return }
            guard errno == EEXIST else { throw failure() }
        }
        throw .file(path: named, reason: "it is not a sound file of this control, nor are the files numbered after it")
    }

    package func write(_ samples: UnsafeBufferPointer<Int16>, isInterrupted: () -> Bool) throws(SpeechError) -> Int {
        guard soundBytes + samples.count * 2 < Self.maxBytes else { throw .fileFull(path: path) }
        guard put(UnsafeRawBufferPointer(samples), at: Self.headerBytes + soundBytes) else { throw failure() }
        soundBytes += samples.count * 2
        return samples.count
    }

    package func endSentence(isCut: (Int32) -> Bool) throws(SpeechError) {
        let pause = [UInt8](repeating: 0, count: sampleRate * Self.pauseMilliseconds / 1000 * 2)
        guard pause.withUnsafeBytes({ put($0, at: Self.headerBytes + soundBytes) }) else { throw failure() }
        soundBytes += pause.count
        completeBytes = soundBytes
        try writeHeader()
    }

    package func abandonSentence() throws(SpeechError) {
        soundBytes = completeBytes
        guard ftruncate(descriptor, off_t(Self.headerBytes + completeBytes)) == 0 else { throw failure() }
    }

    package func rest() {}

    package func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    deinit { close() }

    private func failure() -> SpeechError { .file(path: path, reason: String(cString: strerror(errno))) }

    private func writeHeader() throws(SpeechError) {
        let header = Self.header(soundBytes: completeBytes, sampleRate: sampleRate)
        guard header.withUnsafeBytes({ put($0, at: 0) }) else { throw failure() }
    }

    /// Writes all bytes at an offset of the file; after `false`, `errno` has the reason.
    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count, let base = bytes.baseAddress {
            let count = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Returns the 44 bytes before the sound: RIFF, a format chunk for 16-bit mono, and the head of the data chunk.
    static func header(soundBytes: Int, sampleRate: Int) -> [UInt8] {
        func little(_ value: Int, bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let format = little(1, bytes: 2) + little(1, bytes: 2) + little(sampleRate, bytes: 4)
        let layout = little(sampleRate * 2, bytes: 4) + little(2, bytes: 2) + little(16, bytes: 2)
        return Array("RIFF".utf8) + little(36 + soundBytes, bytes: 4) + Array("WAVEfmt ".utf8) + little(16, bytes: 4)
            + format + layout + Array("data".utf8) + little(soundBytes, bytes: 4)
    }
}
