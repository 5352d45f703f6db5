/// Why an utterance is not said, or not to its end.
enum Dismissal: String, Sendable {
    case outdated = "too late to be said"
    case superseded = "a later announcement of the same maneuver came first"
    case interrupted = "interrupted by a more urgent one"
    case stopped = "navigation was stopped"
    case astray = "the route was left"
    case muted = "speech is muted"
    case ended = "a person ended it"
    case turned = "another page was turned to"
    case crowded = "too much waits to be said already"
    case leaving = "the control is leaving"
    case blank = "there are no words in it"
    case unheard = "there was nothing to be heard by"
}
