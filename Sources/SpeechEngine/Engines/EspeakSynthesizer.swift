import CEspeak
import Glibc
import NavigationEvents
import Synchronization

/// The embedded engine, espeak-ng.
///
/// The library exists once in a process and serves one thread at a time, so a second voice is refused while one is
/// open. It is never terminated: `espeak_Terminate` can wait forever for a thread of the library that has not started
/// yet. The end of the process frees it.
package final class EspeakSynthesizer: SpeechSynthesizer {
    /// The length of a delivered piece of sound, and thus the maximum delay of an interruption.
    private static let pieceMilliseconds: Int32 = 60
    private static let library = Mutex(Library())

    private struct Library {
        /// The sample rate that `espeak_Initialize` returned; `nil` before the call.
        var sampleRate: Int32?
        var isTaken = false
    }

    package let sampleRate: Int
    /// The voice of utterances without a voice.
    private let voice: String
    private var selected: String
    private var isClosed = false

    /// Starts the engine.
    ///
    /// - Parameter voice: The name of a voice or a language tag ("en-us", "de", "pt-BR").
    package init(voice: String) throws(SpeechError) {
        self.voice = voice
        selected = voice
        sampleRate = Int(try Self.takeLibrary())
        guard EspeakVoice.select(voice) else {
            close()
            throw .noVoice(tag: voice)
        }
        espeak_SetSynthCallback { samples, count, events in
            guard let context = events?.pointee.user_data else { return 0 }
            let delivery = Unmanaged<EspeakDelivery>.fromOpaque(context).takeUnretainedValue()
            return delivery.take(UnsafeBufferPointer(start: samples, count: Int(count)), events) ? 0 : 1
        }
        // Files are never played, since the library converts them with a shell.
        espeak_SetUriCallback { _, _, _ in 1 }
    }

    package func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
        try apply(utterance.properties)
        let script = try EspeakScript(utterance)
        if !script.omitted.isEmpty { receiver.omit(script.omitted) }
        // Markup may change the voice of the engine.
        defer { if script.isSSML { selected = "" } }
        let delivery = EspeakDelivery(script, utterance, receiver)
        let context = Unmanaged.passUnretained(delivery).toOpaque()
        var flags = UInt32(espeakCHARS_UTF8) | UInt32(espeakENDPAUSE)
        if script.isSSML { flags |= UInt32(espeakSSML) }
        let code = withExtendedLifetime(delivery) {
            script.text.withCString { espeak_Synth($0, strlen($0) + 1, 0, POS_CHARACTER, 0, flags, nil, context) }
        }
        guard code == EE_OK else { throw .synthesis(text: utterance.text, code: Int32(code.rawValue)) }
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        Self.library.withLock { $0.isTaken = false }
    }

    deinit { close() }

    private func apply(_ properties: UtteranceProperties) throws(SpeechError) {
        let wanted = properties.voice.isEmpty ? voice : properties.voice
        if wanted != selected {
            guard EspeakVoice.select(wanted) else {
                // The selected voice is now unknown, so the next utterance selects one again.
                selected = ""
                throw .noVoice(tag: wanted)
            }
            selected = wanted
        }
        espeak_SetParameter(espeakRATE, Int32(clamping: Self.wordsPerMinute(rate: properties.rate).rounded()), 0)
        let (pitch, range) = Self.pitch(multiplier: properties.pitchMultiplier)
        espeak_SetParameter(espeakPITCH, Int32(pitch), 0)
        espeak_SetParameter(espeakRANGE, Int32(range), 0)
        espeak_SetParameter(espeakVOLUME, Int32(clamping: (min(max(properties.volume, 0), 1) * 100).rounded()), 0)
    }

    /// Reserves the library, starts it if necessary, and returns its sample rate.
    private static func takeLibrary() throws(SpeechError) -> Int32 {
        let rate = library.withLock { library -> Result<Int32, SpeechError> in
            guard !library.isTaken else { return .failure(.engineBusy) }
            let rate =
                library.sampleRate
                ?? espeak_Initialize(
                    AUDIO_OUTPUT_SYNCHRONOUS, pieceMilliseconds, nil, Int32(espeakINITIALIZE_DONT_EXIT))
            guard rate > 0 else { return .failure(.engine(code: rate)) }
            library = Library(sampleRate: rate, isTaken: true)
            return .success(rate)
        }
        return try rate.get()
    }

    /// Returns the words a minute for a rate: 80 at 0, 160 at 0.5, 320 at 1, so that equal steps sound equal. Above 1
    /// the result is a multiple of 160, limited to 450, the maximum of the engine.
    static func wordsPerMinute(rate: Double) -> Double {
        min(160 * UtteranceProperties(rate: rate).speedFactor, 450)
    }

    /// Returns the pitch and the pitch range of the engine, each 0...99 and normally 50.
    ///
    /// Measured with its voices, the pitch alone gives 0.34 + 0.33 · 2^(pitch / 50) times the normal fundamental, thus
    /// 0.67...1.64. The range extends this down to 0.53 (without melody) and up to 1.8.
    static func pitch(multiplier: Double) -> (pitch: Int, range: Int) {
        let wanted = min(max(multiplier, 0.5), 2)
        let pitch = wanted > 0.67 ? 50 * log2((wanted - 0.34) / 0.33) : 0
        var range = 50.0
        if wanted < 0.67 { range = 50 * (wanted - 0.53) / 0.14 }
        if wanted > 1.64 { range = 50 + 49 * (wanted - 1.64) / 0.16 }
        return (Int(clamping: min(max(pitch, 0), 99).rounded()), Int(clamping: min(max(range, 0), 99).rounded()))
    }
}

/// Connects the callback of the library to the receiver, and finds the words in its events.
private final class EspeakDelivery {
    private let receive: (UnsafeBufferPointer<Int16>) -> Bool
    private let reach: (Range<Int>, Int) -> Void
    private let script: EspeakScript
    private let scalarCount: Int
    /// The number of samples delivered so far.
    private var sampleCount = 0
    /// The beginning of the last reported word. The engine repeats the event of a word that it says in parts.
    private var lastWordStart = -1

    init(_ script: EspeakScript, _ utterance: Utterance, _ receiver: some SampleReceiver) {
        receive = { receiver.receive($0) }
        reach = { receiver.reach($0, atSample: $1) }
        self.script = script
        scalarCount = utterance.text.unicodeScalars.count
    }

    /// Handles a piece of sound with its events; `false` ends the synthesis.
    func take(_ samples: UnsafeBufferPointer<Int16>, _ events: UnsafeMutablePointer<espeak_EVENT>?) -> Bool {
        // The end of the utterance has no samples.
        guard samples.baseAddress != nil else { return true }
        var done = 0
        var next = events
        while let event = next?.pointee, event.type != espeakEVENT_LIST_TERMINATED {
            next = next?.successor()
            guard event.type == espeakEVENT_WORD, let range = range(of: event) else { continue }
            let sampleIndex = min(max(Int(event.sample) - sampleCount, done), samples.count)
            guard pass(samples[done..<sampleIndex]) else { return false }
            done = sampleIndex
            lastWordStart = range.lowerBound
            reach(range, sampleCount + sampleIndex)
        }
        guard pass(samples[done...]) else { return false }
        sampleCount += samples.count
        return true
    }

    private func pass(_ part: Slice<UnsafeBufferPointer<Int16>>) -> Bool {
        part.isEmpty || receive(UnsafeBufferPointer(rebasing: part))
    }

    /// Returns the range of a word in the whole text; `nil` if it is not a word or was reported already. The engine
    /// counts characters from 1.
    private func range(of event: espeak_EVENT) -> Range<Int>? {
        let begin = Int(event.text_position) - 1
        guard begin >= 0, event.length > 0,
            let range = script.origin(of: begin..<begin + Int(event.length))?.clamped(to: 0..<scalarCount),
            !range.isEmpty, range.lowerBound > lastWordStart
        else { return nil }
        return range
    }
}
