/// A text that a person wants to hear.
public struct SpokenText: Sendable, Hashable {
    /// Maximum length of text and voice name together, UTF-8 bytes.
    public static let maxBytes = 8192
    /// Valid rates: 0.5 is normal, and a rate above 1 is a multiple of the normal speed.
    public static let rates = 0.0...10.0
    /// Valid pitch multipliers; 1 is normal.
    public static let pitchMultipliers = 0.5...2.0
    /// Valid volumes; 1 is normal.
    public static let volumes = 0.0...1.0

    /// The text, or a document in SSML.
    public var text: String
    /// Whether ``text`` is SSML.
    public var isSSML: Bool
    /// BCP 47 tag ("de") or the name of a voice of the speech engine; empty: the setting of the control.
    public var voice: String
    /// The rate, within ``rates``; `nil`: the control's setting.
    public var rate: Double?
    /// The pitch, within ``pitchMultipliers``; `nil`: the control's setting.
    public var pitchMultiplier: Double?
    /// The volume, within ``volumes``; `nil`: the control's setting.
    public var volume: Double?
    /// Number of the request, chosen at random by the program that asks: the reports about the text have it
    /// (``ControlReport/requestNumber``); 0: no number.
    public var requestNumber: UInt64

    /// Makes a text.
    public init(
        text: String, isSSML: Bool = false, voice: String = "", rate: Double? = nil, pitchMultiplier: Double? = nil,
        volume: Double? = nil, requestNumber: UInt64 = 0
    ) {
        self.text = text
        self.isSSML = isSSML
        self.voice = voice
        self.rate = rate
        self.pitchMultiplier = pitchMultiplier
        self.volume = volume
        self.requestNumber = requestNumber
    }

    /// The reason why the text cannot be spoken and what to do; `nil` if it can.
    public var problem: String? {
        let bytes = text.utf8.count + voice.utf8.count
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "there is no text to say" }
        if bytes > Self.maxBytes {
            return
                "the text and the voice have more than the \(Self.maxBytes) bytes that can be spoken at once; "
                + "split the text"
        }
        return Self.problem("rate", rate, Self.rates)
            ?? Self.problem("pitch", pitchMultiplier, Self.pitchMultipliers)
            ?? Self.problem("volume", volume, Self.volumes)
    }

    private static func problem(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) -> String? {
        guard let value, !range.contains(value) else { return nil }
        return "the \(name) is \(value); it must be in \(range.lowerBound)...\(range.upperBound)"
    }
}
