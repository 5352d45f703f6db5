/// The commands of people.
extension UtteranceQueue {
    /// Mutes or unmutes speech. While it is muted, books wait and all other utterances are dropped.
    mutating func mute(_ isMuted: Bool) -> [Dropped] {
        self.isMuted = isMuted
        guard isMuted else { return [] }
        // A piece of a book continues when speech is unmuted.
        end(as: speaking?.isBook == true ? .interrupted : .muted, isAtWord: false)
        return drop(as: .muted) { !$0.isBook }
    }

    /// Pauses the current utterance and holds texts of people and books. Announcements continue; they are stopped by
    /// muting.
    mutating func pause() {
        isHeld = true
        isSpeakingPaused = speaking != nil && isPaced
    }

    /// Continues after a pause.
    mutating func resume() {
        isHeld = false
        isSpeakingPaused = false
    }

    /// Stops the current utterance, the waiting texts of people and the page of a book.
    mutating func stop(isAtWord: Bool) -> [Dropped] {
        // A paused utterance is not within a word.
        end(as: .ended, isAtWord: isAtWord && !isSpeakingPaused)
        isHeld = false
        return drop(as: .ended) { !$0.isAnnouncement }
    }

    /// Drops the rest of the current page of a book.
    mutating func turnPage(as dismissal: Dismissal = .pageTurned) -> [Dropped] {
        if speaking?.isBook == true { end(as: dismissal, isAtWord: true) }
        return drop(as: dismissal) { $0.isBook }
    }

    /// Prepares the end of the control: if speaking takes time, only the arrival is still spoken.
    mutating func leave() -> [Dropped] {
        guard isPaced else {
            isHeld = false
            return isMuted ? drop(as: .leaving) { _ in true } : []
        }
        if let speaking, !speaking.isArrival {
            end(as: speaking.isAnnouncement ? .stopped : .leaving, isAtWord: !isSpeakingPaused)
        }
        return drop(as: .stopped) { $0.isAnnouncement && !$0.isArrival } + drop(as: .leaving) { !$0.isArrival }
    }
}
