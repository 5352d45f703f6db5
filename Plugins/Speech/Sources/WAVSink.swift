import Glibc

/// One WAV file (16 bits, mono), sentence after sentence with a short pause between.
///
/// After every sentence the header tells the size, so that the file can be played at any time, also after the
/// process was killed.
final class WAVSink: AudioSink {
    let isOptional = false

    static let headerBytes = 44
    private static let pauseMilliseconds = 300
    private static let mostBytes = Int(UInt32.max) - 1 << 20

    private let path: String
    private var descriptor: Int32 = -1
    private var sampleRate = 0
    /// Bytes of sound written so far.
    private var soundBytes = 0
    /// Bytes of sound up to the end of the last complete sentence.
    private var completeBytes = 0

    init(path: String) {
        self.path = path
    }

    func open(sampleRate: Int) throws(SpeechError) {
        self.sampleRate = sampleRate
        makeFolders()
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure() }
        try writeHeader()
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(SpeechError) {
        guard soundBytes + samples.count * 2 < Self.mostBytes else { throw .fileFull(path: path) }
        guard put(UnsafeRawBufferPointer(samples), at: Self.headerBytes + soundBytes) else { throw failure() }
        soundBytes += samples.count * 2
    }

    func endSentence(isCut: (Int32) -> Bool) throws(SpeechError) {
        let pause = [UInt8](repeating: 0, count: sampleRate * Self.pauseMilliseconds / 1000 * 2)
        guard pause.withUnsafeBytes({ put($0, at: Self.headerBytes + soundBytes) }) else { throw failure() }
        soundBytes += pause.count
        completeBytes = soundBytes
        try writeHeader()
    }

    func abandonSentence() throws(SpeechError) {
        soundBytes = completeBytes
        guard ftruncate(descriptor, off_t(Self.headerBytes + completeBytes)) == 0 else { throw failure() }
    }

    func rest() {}

    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    deinit { close() }

    /// Makes the folders above the file that are missing; what cannot be made is named by the attempt to open the file.
    private func makeFolders() {
        for (index, character) in zip(path.indices, path).dropFirst() where character == "/" {
            mkdir(String(path[..<index]), 0o755)
        }
    }

    private func failure() -> SpeechError { .file(path: path, reason: String(cString: strerror(errno))) }

    private func writeHeader() throws(SpeechError) {
        let header = Self.header(soundBytes: completeBytes, sampleRate: sampleRate)
        guard header.withUnsafeBytes({ put($0, at: 0) }) else { throw failure() }
    }

    /// Writes all bytes at a place of the file; `false` leaves the system's reason in `errno`.
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

    /// The 44 bytes before the sound: RIFF, a format chunk for 16-bit mono, and the head of the data chunk.
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
