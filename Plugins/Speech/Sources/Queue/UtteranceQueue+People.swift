/// What people ask of speech.
extension UtteranceQueue {
    /// Nothing is said any more, or again. Books wait; everything else that waits, or comes meanwhile, is dropped.
    mutating func mute(_ isMuted: Bool) -> [Dropped] {
        self.isMuted = isMuted
        guard isMuted else { return [] }
        // A piece of a book goes on when speech is no longer muted.
        end(as: speaking?.isBook == true ? .interrupted : .muted, isAtWord: false)
        return drop(as: .muted) { !$0.isBook }
    }

    /// What is being said stands still, and what people want said and books wait. Guidance is still heard: who wants none
    /// mutes it.
    mutating func pause() {
        isHeld = true
        isStanding = speaking != nil && isPaced
    }

    /// What stood still goes on.
    mutating func goOn() {
        isHeld = false
        isStanding = false
    }

    /// What is being said ends, and with it what people want said and the page of a book.
    mutating func stop(isAtWord: Bool) -> [Dropped] {
        // What stands still is in no word.
        end(as: .ended, isAtWord: isAtWord && !isStanding)
        isHeld = false
        return drop(as: .ended) { !$0.isAnnouncement }
    }

    /// Another page of a book is turned to, or none is to be read: what is left of this one is not said.
    mutating func turnPage(as dismissal: Dismissal = .turned) -> [Dropped] {
        if speaking?.isBook == true { end(as: dismissal, isAtWord: true) }
        return drop(as: dismissal) { $0.isBook }
    }

    /// The control is leaving: what takes time is said no more, the arrival excepted.
    mutating func leave() -> [Dropped] {
        guard isPaced else {
            isHeld = false
            return isMuted ? drop(as: .leaving) { _ in true } : []
        }
        if let speaking, !speaking.isArrival {
            end(as: speaking.isAnnouncement ? .stopped : .leaving, isAtWord: !isStanding)
        }
        return drop(as: .stopped) { $0.isAnnouncement && !$0.isArrival } + drop(as: .leaving) { !$0.isArrival }
    }
}
