/// Words that a person wants to hear.
public struct SpokenText: Sendable, Hashable {
    /// UTF-8 bytes of the longest text and name of a voice together that a bus takes.
    public static let largestBytes = 8192
    /// How fast one may ask for; 0.5 is usual, above 1 it is a multiple of the usual speed.
    public static let rates = 0.0...10.0
    /// How high one may ask for; 1 is usual.
    public static let pitchMultipliers = 0.5...2.0
    /// How loud one may ask for; 1 is usual.
    public static let volumes = 0.0...1.0

    /// The words, or a document in SSML.
    public var text: String
    /// Whether ``text`` is SSML.
    public var isSSML: Bool
    /// BCP 47 tag ("de") or the engine's name of the voice; empty: the control's own.
    public var voice: String
    /// How fast, within ``rates``; `nil`: as the control is set.
    public var rate: Double?
    /// How high, within ``pitchMultipliers``; `nil`: as the control is set.
    public var pitchMultiplier: Double?
    /// How loud, within ``volumes``; `nil`: as the control is set.
    public var volume: Double?

    /// Makes a text.
    public init(
        text: String, isSSML: Bool = false, voice: String = "", rate: Double? = nil, pitchMultiplier: Double? = nil,
        volume: Double? = nil
    ) {
        self.text = text
        self.isSSML = isSSML
        self.voice = voice
        self.rate = rate
        self.pitchMultiplier = pitchMultiplier
        self.volume = volume
    }

    /// Why it cannot be said, and the way out; `nil` if it can.
    public var problem: String? {
        let bytes = text.utf8.count + voice.utf8.count
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "there is no text to say" }
        if bytes > Self.largestBytes {
            return
                "the text and the voice have more than the \(Self.largestBytes) bytes that can be said at once; say it "
                + "in parts"
        }
        return Self.problem("rate", rate, Self.rates)
            ?? Self.problem("pitch", pitchMultiplier, Self.pitchMultipliers)
            ?? Self.problem("volume", volume, Self.volumes)
    }

    private static func problem(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) -> String? {
        guard let value, !range.contains(value) else { return nil }
        return "the \(name) is \(value); it has to lie in \(range.lowerBound)...\(range.upperBound)"
    }
}
