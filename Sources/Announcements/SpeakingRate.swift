import NavigationEvents

/// How fast a voice speaks a language: estimates the duration of a text before it is spoken.
///
/// The words of an announcement depend on this estimate, and not on a measurement of the voice, so that the same events
/// always give the same words.
public struct SpeakingRate: Sendable, Hashable {
    /// Seconds from an event to the first sound, and a pause at most.
    private static let startSeconds = 0.4

    private let lettersPerSecond: Double

    /// Creates the rate of a language with the speed of the voice in the settings.
    public init(_ strings: any StringRetriever, _ settings: AnnouncementSettings = AnnouncementSettings()) {
        lettersPerSecond = strings.lettersPerSecond * settings.voiceSpeed
    }

    /// The seconds from the event to the last sound; 0 for an empty text.
    public func seconds(for text: String) -> Double { text.isEmpty ? 0 : Self.startSeconds + speechSeconds(for: text) }

    /// The seconds from the first to the last sound.
    public func speechSeconds(for text: String) -> Double { SpokenLetters.count(of: text) / lettersPerSecond }
}
