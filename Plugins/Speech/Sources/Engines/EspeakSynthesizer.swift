import CEspeak
import Glibc
import Synchronization

/// The embedded engine, espeak-ng.
///
/// The library is one for the whole process and knows one thread at a time: a second voice is refused while one is open.
/// It is started once and never ended: `espeak_Terminate` waits for a thread of the library that may not have begun to
/// listen, and then for ever. The end of the process frees it.
final class EspeakSynthesizer: SpeechSynthesizer {
    /// Milliseconds of sound the engine hands over at a time: how long a cut takes at most.
    private static let pieceMilliseconds: Int32 = 60
    private static let library = Mutex(Library())

    private struct Library {
        /// What `espeak_Initialize` gave: samples a second; `nil` before it was called.
        var sampleRate: Int32?
        var isTaken = false
    }

    let sampleRate: Int
    private var isClosed = false

    /// Starts the engine.
    ///
    /// - Parameters:
    ///   - voice: A voice's name or a language tag ("en-us", "de", "pt-BR").
    ///   - rate: 0...1, 0.5 is normal.
    ///   - volume: 0...1.
    init(voice: String, rate: Double, volume: Double) throws(SpeechError) {
        sampleRate = Int(try Self.takeLibrary())
        guard Self.select(voice: voice) else {
            close()
            throw .noVoice(tag: voice)
        }
        espeak_SetParameter(espeakRATE, Int32(Self.wordsPerMinute(rate: rate).rounded()), 0)
        espeak_SetParameter(espeakVOLUME, Int32((volume * 100).rounded()), 0)
        espeak_SetSynthCallback { samples, count, events in
            guard let samples, count > 0, let context = events?.pointee.user_data else { return 0 }
            let delivery = Unmanaged<Delivery>.fromOpaque(context).takeUnretainedValue()
            return delivery.receive(UnsafeBufferPointer(start: samples, count: Int(count))) ? 0 : 1
        }
    }

    func synthesize(_ text: String, into receiver: some SampleReceiver) throws(SpeechError) {
        let delivery = Delivery(receiver)
        let context = Unmanaged.passUnretained(delivery).toOpaque()
        let flags = UInt32(espeakCHARS_UTF8) | UInt32(espeakENDPAUSE)
        let code = withExtendedLifetime(delivery) {
            text.withCString { espeak_Synth($0, strlen($0) + 1, 0, POS_CHARACTER, 0, flags, nil, context) }
        }
        guard code == EE_OK else { throw .synthesis(text: text, code: Int32(code.rawValue)) }
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        Self.library.withLock { $0.isTaken = false }
    }

    deinit { close() }

    /// Starts the library, the first time, and takes it; gives its samples a second.
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

    /// 80 words a minute at 0, 160 at 0.5, 320 at 1: equal steps sound equal.
    static func wordsPerMinute(rate: Double) -> Double { 80 * pow(4, rate) }

    /// Selects a voice by name, else by language; `en` names none by itself, and `de-AT` has none but `de`.
    private static func select(voice: String) -> Bool {
        let tag = voice.lowercased().replacing("_", with: "-")
        if espeak_SetVoiceByName(tag) == EE_OK { return true }
        let language = String(tag.prefix { $0 != "-" })
        return tag.withCString { pointer in
            var wanted = espeak_VOICE()
            wanted.languages = pointer
            guard espeak_SetVoiceByProperties(&wanted) == EE_OK else { return false }
            // The engine takes any voice rather than none: see what it has taken.
            return currentLanguages.contains { $0 == language || $0.hasPrefix(language + "-") }
        }
    }

    /// The languages of the selected voice: each a byte of priority and a text, an empty one at the end.
    private static var currentLanguages: [String] {
        guard let voice = espeak_GetCurrentVoice(), var pointer = voice.pointee.languages else { return [] }
        var languages: [String] = []
        while pointer.pointee != 0 {
            let language = String(cString: pointer + 1)
            languages.append(language)
            pointer += language.utf8.count + 2
        }
        return languages
    }
}

/// Carries the receiver through the library to its callback.
private final class Delivery {
    let receive: (UnsafeBufferPointer<Int16>) -> Bool

    init(_ receiver: some SampleReceiver) {
        receive = { receiver.receive($0) }
    }
}
