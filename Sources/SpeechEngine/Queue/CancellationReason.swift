/// The reason why an utterance was dropped or cut short. The raw values are the texts of the reports.
package enum CancellationReason: String, Sendable {
    case outdated = "too late to be said"
    case superseded = "a later announcement of the same maneuver came first"
    case interrupted = "interrupted by a more urgent one"
    case stopped = "navigation was stopped"
    case offRoute = "the route was left"
    case muted = "speech is muted"
    case ended = "a person ended it"
    case pageTurned = "another page was turned to"
    case queueFull = "too many utterances are waiting"
    case leaving = "the control is leaving"
    case blank = "the text is empty"
    case noOutput = "there was no sound output"
}
