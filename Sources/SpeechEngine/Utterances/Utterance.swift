package import Announcements
package import NavigationEvents

/// A text for the voice: an announcement, a text of a person, or a piece of a book.
package struct Utterance: Hashable, Sendable {
    /// The origin of an utterance, which determines its precedence.
    package enum Kind: Hashable, Sendable {
        /// An announcement of guidance, with its subject.
        case announcement(CueSubject)
        /// A request of a person.
        case person
        /// A piece of a page; `index` counts from 0.
        case book(page: Int, index: Int)
    }

    /// The number of the utterance in this process, counted from 1; 0 before it is in the queue.
    package var number: UInt64 = 0
    /// The number of the request of a person, which its reports have; 0 if there is none.
    package var requestNumber: UInt64 = 0
    /// The origin of the utterance.
    package var kind: Kind
    /// The cue that the utterance renders; `nil` if none.
    package var cue: CueReference?
    /// The cue of the event, for the memory; `nil` if it is not remembered.
    package var origin: Cue?
    /// The text: plain or SSML.
    package var text: String
    /// How the voice says names in a plain text; empty if it reads all of them rightly.
    var pronunciations: [NamePronunciation] = []
    /// The names of the clips with the same content, in order; empty if there are none.
    var clips: [String] = []
    /// The speech properties.
    package var properties = UtteranceProperties()
    /// The urgency.
    var priority: CuePriority
    /// The time of the drive from which the utterance would mislead; `nil` if it never does.
    var expires: Timestamp?
    /// The Unicode scalar of ``text`` at which the voice begins; larger than 0 after an interruption.
    var startOffset = 0
    /// Whether the utterance continues after an interruption.
    var isResumed = false
    /// Whether the utterance waits for the pulse of its cue.
    var waitsForPulse = false

    /// Creates the utterance of a person or a book.
    package init(
        _ text: String, kind: Kind, clips: [String] = [], properties: UtteranceProperties = UtteranceProperties()
    ) {
        self.text = text
        self.kind = kind
        self.clips = clips
        self.properties = properties
        priority = .unknown
    }

    /// Creates the utterance of an announcement.
    ///
    /// - Parameters:
    ///   - announcement: The announcement.
    ///   - time: The time of the fix of its event.
    ///   - origin: The cue of the event, for the memory.
    ///   - properties: The speech properties.
    package init(
        _ announcement: Announcement, at time: Timestamp, origin: Cue? = nil,
        properties: UtteranceProperties = UtteranceProperties()
    ) {
        kind = .announcement(announcement.subject)
        cue = announcement.cue
        self.origin = origin
        text = announcement.text
        pronunciations = announcement.pronunciations
        clips = announcement.samples
        self.properties = properties
        priority = announcement.priority
        expires = time.advanced(bySeconds: announcement.validForSeconds.isFinite ? announcement.validForSeconds : 0)
    }

    /// Whether the utterance is an announcement of guidance.
    var isAnnouncement: Bool { subject != nil }

    /// The subject of an announcement; `nil` for other utterances.
    var subject: CueSubject? {
        guard case .announcement(let subject) = kind else { return nil }
        return subject
    }

    /// Whether the utterance announces the arrival, which is spoken even after the end of navigation.
    var isArrival: Bool { subject == .destination && cue?.stage == .now }

    /// The remaining text.
    var rest: Substring.UnicodeScalarView { text.unicodeScalars.dropFirst(startOffset) }
}
