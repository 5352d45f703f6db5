import Announcements
import NavigationEvents

/// Something on its way to the voice: an announcement, what a person wants said, a piece of a book.
struct Utterance: Hashable, Sendable {
    /// Where it comes from, and with it how it gives way to others.
    enum Kind: Hashable, Sendable {
        /// Guidance, about this.
        case announcement(CueSubject)
        /// A person asked for it.
        case person
        /// A piece of a page; both counted from 0.
        case book(page: Int, index: Int)
    }

    /// Counts the utterances of this process, from 1; 0 before the queue has it.
    var number: UInt64 = 0
    /// Where it comes from.
    var kind: Kind
    /// The cue it renders; `nil` if none.
    var cue: CueReference?
    /// The cue as it came, for the memory; `nil` if nothing is to be remembered.
    var origin: Cue?
    /// What is said: plain text or SSML.
    var text: String
    /// The same as names of clips, in order; empty if there are none.
    var clips: [String] = []
    /// How it is said.
    var properties = UtteranceProperties()
    /// How urgent it is.
    var priority: CuePriority
    /// The moment of the drive from which it would mislead; `nil` if it never does.
    var expires: Timestamp?
    /// The Unicode scalar of ``text`` with which the voice begins; not 0 when it goes on after an interruption.
    var spokenFrom = 0
    /// Whether it has begun before, and goes on now.
    var isResumed = false
    /// Whether it waits until its cue is felt, as far as cues are.
    var isAfterTouch = false

    /// What a person or a book says.
    init(_ text: String, kind: Kind, clips: [String] = [], properties: UtteranceProperties = UtteranceProperties()) {
        self.text = text
        self.kind = kind
        self.clips = clips
        self.properties = properties
        priority = .unknown
    }

    /// The sentence of an announcement that came with a fix of this time.
    init(
        _ announcement: Announcement, at time: Timestamp, origin: Cue? = nil,
        properties: UtteranceProperties = UtteranceProperties()
    ) {
        kind = .announcement(announcement.subject)
        cue = announcement.cue
        self.origin = origin
        text = announcement.text
        clips = announcement.samples
        self.properties = properties
        priority = announcement.priority
        expires = time.advanced(bySeconds: announcement.validForSeconds.isFinite ? announcement.validForSeconds : 0)
    }

    /// Whether it is guidance.
    var isAnnouncement: Bool { subject != nil }

    /// What an announcement is about; `nil` for everything else.
    var subject: CueSubject? {
        guard case .announcement(let subject) = kind else { return nil }
        return subject
    }

    /// Whether it is the sentence of reaching the destination, which is said even though navigation has ended.
    var isArrival: Bool { subject == .destination && cue?.stage == .now }

    /// The words that are still to be said.
    var rest: Substring.UnicodeScalarView { text.unicodeScalars.dropFirst(spokenFrom) }
}
