/// The commands of people.
extension UtteranceQueue {
    /// Mutes or unmutes speech. While it is muted, books wait and all other utterances are dropped.
    package mutating func mute(_ isMuted: Bool) -> [Dropped] {
        self.isMuted = isMuted
        guard isMuted else { return [] }
        // A piece of a book continues when speech is unmuted.
        end(as: speaking?.isBook == true ? .interrupted : .muted, isAtWord: false)
        return drop(as: .muted) { !$0.isBook }
    }

    /// Pauses the current utterance and holds texts of people and books. Announcements continue; they are stopped by
    /// muting.
    package mutating func pause() {
        isHeld = true
        isSpeakingPaused = speaking != nil && isPaced
    }

    /// Continues after a pause.
    package mutating func resume() {
        isHeld = false
        isSpeakingPaused = false
    }

    /// Stops the current utterance, the waiting texts of people and the page of a book.
    package mutating func stop(isAtWord: Bool) -> [Dropped] {
        // A paused utterance is not within a word.
        end(as: .ended, isAtWord: isAtWord && !isSpeakingPaused)
        isHeld = false
        return drop(as: .ended) { !$0.isAnnouncement }
    }

    /// Drops the rest of the current page of a book.
    package mutating func turnPage(as reason: CancellationReason = .pageTurned) -> [Dropped] {
        if speaking?.isBook == true { end(as: reason, isAtWord: true) }
        return drop(as: reason) { $0.isBook }
    }

    /// Prepares the end of the control: if speaking takes time, only the arrival is still spoken.
    package mutating func leave() -> [Dropped] {
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
