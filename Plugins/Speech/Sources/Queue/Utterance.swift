import Announcements
import NavigationEvents

/// One sentence on its way to the voice.
struct Utterance: Hashable, Sendable {
    /// The cue it renders.
    var cue: CueReference
    /// What the cue is about.
    var subject: CueSubject
    /// The sentence.
    var text: String
    /// How urgent it is.
    var priority: CuePriority
    /// The moment of the drive from which it would mislead.
    var expires: Timestamp
    /// The cue as it came, for the memory; `nil` if nothing is to be remembered.
    var origin: Cue?

    /// The sentence of an announcement that came with a fix of this time.
    init(_ announcement: Announcement, at time: Timestamp, origin: Cue? = nil) {
        self.origin = origin
        cue = announcement.cue
        subject = announcement.subject
        text = announcement.text
        priority = announcement.priority
        let nanoseconds = announcement.validForSeconds.isFinite ? announcement.validForSeconds * 1e9 : 0
        expires = Timestamp(
            nanosecondsSinceEpoch: time.nanosecondsSinceEpoch &+ (Int64(exactly: nanoseconds.rounded()) ?? 0))
    }

    /// Whether it is the sentence of reaching the destination, which is said even though navigation has ended.
    var isArrival: Bool { subject == .destination && cue.stage == .now }
}
