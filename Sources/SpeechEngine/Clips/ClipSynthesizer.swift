import NavigationEvents

/// The engine `samples`: plays announcements from recorded clips and uses another engine for other utterances.
package final class ClipSynthesizer: SpeechSynthesizer {
    /// The length of a delivered piece of sound, and thus the maximum delay of an interruption.
    private static let pieceMilliseconds = 60
    /// The silence between two clips, as between carefully spoken words.
    private static let gapMilliseconds = 40

    private let folder: ClipFolder
    private let other: any SpeechSynthesizer

    package var sampleRate: Int { folder.sampleRate }

    /// Creates the engine.
    ///
    /// - Parameters:
    ///   - folder: The clips.
    ///   - other: The engine for utterances without clips, such as those of people and books.
    package init(folder: ClipFolder, other: any SpeechSynthesizer) {
        self.folder = folder
        self.other = other
    }

    /// Plays the clips of an utterance. If one is missing, it plays none.
    package func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
        guard utterance.isAnnouncement || !utterance.clips.isEmpty else { return try say(utterance, into: receiver) }
        let gap = [Int16](repeating: 0, count: sampleRate * Self.gapMilliseconds / 1000)
        let sounds: [[Int16]]
        do throws(ClipError) {
            sounds = try folder.sounds(of: utterance.clips)
        } catch {
            throw .clips(error)
        }
        var sampleOffset = 0
        for (index, sound) in sounds.enumerated() {
            let sound = index == 0 ? sound : gap + sound
            // A clip begins with a word, but its range in the text is unknown.
            receiver.reach(0..<0, atSample: sampleOffset)
            guard deliver(sound, volume: utterance.properties.volume, to: receiver) else { return }
            sampleOffset += sound.count
        }
    }

    package func close() { other.close() }

    /// Delivers sound and returns whether the receiver wants more.
    private func deliver(_ sound: [Int16], volume: Double, to receiver: some SampleReceiver) -> Bool {
        let sound = volume == 1 ? sound : sound.map { Int16(clamping: Double($0) * min(max(volume, 0), 1)) }
        let size = max(sampleRate * Self.pieceMilliseconds / 1000, 1)
        return sound.withUnsafeBufferPointer { sound in
            stride(from: 0, to: sound.count, by: size).allSatisfy { begin in
                receiver.receive(UnsafeBufferPointer(rebasing: sound[begin..<min(begin + size, sound.count)]))
            }
        }
    }

    /// Synthesizes an utterance with the other engine and converts it to the sample rate of the clips.
    private func say(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
        guard other.sampleRate != sampleRate else { return try other.synthesize(utterance, into: receiver) }
        let collector = SampleCollector(receiver)
        try other.synthesize(utterance, into: collector)
        let clip = WAVClip(sampleRate: other.sampleRate, samples: collector.samples.map { Float($0) / 32768 })
        var begin = 0
        let sound = try converted(clip)
        for word in collector.words + [(range: 0..<0, sample: clip.samples.count)] {
            let end = min(word.sample * sampleRate / other.sampleRate, sound.count)
            guard end >= begin, deliver(Array(sound[begin..<end]), volume: 1, to: receiver) else { return }
            if !word.range.isEmpty { receiver.reach(word.range, atSample: end) }
            begin = end
        }
    }

    private func converted(_ clip: WAVClip) throws(SpeechError) -> [Int16] {
        do throws(WAVClip.Problem) {
            return try clip.converted(to: sampleRate)
        } catch {
            throw .clips(.clip(path: "(spoken)", problem: error.text))
        }
    }
}

/// Collects the whole sound of an utterance.
final class SampleCollector: SampleReceiver {
    private(set) var samples: [Int16] = []
    private(set) var words: [(range: Range<Int>, sample: Int)] = []
    private let isWanted: () -> Bool
    private let leaveOut: ([String]) -> Void

    /// Collects on behalf of a receiver, which may end the utterance.
    init(_ receiver: some SampleReceiver) {
        isWanted = { receiver.receive(UnsafeBufferPointer(start: nil, count: 0)) }
        leaveOut = { receiver.omit($0) }
    }

    init() {
        isWanted = { true }
        leaveOut = { _ in }
    }

    func omit(_ names: [String]) { leaveOut(names) }

    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        self.samples += samples
        return isWanted()
    }

    func reach(_ range: Range<Int>, atSample sample: Int) { words.append((range, sample)) }
}
