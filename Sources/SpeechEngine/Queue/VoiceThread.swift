import Glibc
import Platform
import Synchronization

/// The thread of a voice, on which the engine and the sink are opened, used and closed.
package final class VoiceThread {
    /// Opens engine and sink and creates the voice; runs on the thread.
    package typealias Opening = @Sendable () throws(SpeechError) -> Voice

    private let mailbox: VoiceMailbox
    private let work: Work
    private var thread: SystemThread?

    /// Starts the thread; returns when its devices are open, and throws if they cannot be opened.
    package init(mailbox: VoiceMailbox, opening: @escaping Opening) throws(SpeechError) {
        self.mailbox = mailbox
        let work = Work(opening: opening, isOpen: try WakeUp.ofVoice(), end: try WakeUp.ofVoice())
        self.work = work
        let thread = try SystemThread.ofVoice("voice") { work.run() }
        work.isOpen.wait()
        if let error = work.failure {
            thread.join()
            throw error
        }
        self.thread = thread
    }

    /// Waits until the voice has spoken the remaining utterances, and ends the thread. May be called twice. A thread
    /// that hangs is detached.
    package func stop() {
        guard let thread else { return }
        self.thread = nil
        mailbox.leave()
        while !work.isOver {
            guard !mailbox.isStuck else {
                thread.detach()
                return
            }
            work.end.wait(milliseconds: 200)
        }
        thread.join()
    }

    deinit { stop() }
}

/// The work of the thread and the result of its opening.
private final class Work: Sendable {
    let isOpen: WakeUp
    let end: WakeUp
    private let over = Mutex(false)
    private let opening: VoiceThread.Opening
    private let outcome = Mutex<SpeechError?>(nil)

    init(opening: @escaping VoiceThread.Opening, isOpen: WakeUp, end: WakeUp) {
        self.opening = opening
        self.end = end
        self.isOpen = isOpen
    }

    var failure: SpeechError? { outcome.withLock(\.self) }

    /// Whether the voice has ended.
    var isOver: Bool { over.withLock(\.self) }

    func run() {
        do throws(SpeechError) {
            let voice = try opening()
            isOpen.wake()
            voice.run()
            over.withLock { $0 = true }
            end.wake()
        } catch {
            outcome.withLock { $0 = error }
            isOpen.wake()
        }
    }
}
