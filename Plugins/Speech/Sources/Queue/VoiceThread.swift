import Glibc
import Synchronization

/// The thread of a voice: the engine and the sink are opened, used and closed on it.
final class VoiceThread {
    /// Opens engine and sink and makes the voice; runs on the thread.
    typealias Opening = @Sendable () throws(SpeechError) -> Voice

    private let desk: VoiceDesk
    private var thread: pthread_t?

    /// Starts the thread; returns when its devices are open, throws when they cannot be opened.
    init(desk: VoiceDesk, opening: @escaping Opening) throws(SpeechError) {
        self.desk = desk
        let work = Work(opening: opening, isOpen: try Signal())
        let context = Unmanaged.passRetained(work)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw .system(what: "a thread", reason: String(cString: strerror(code)))
        }
        work.isOpen.wait()
        if let error = work.failure {
            pthread_join(thread, nil)
            throw error
        }
        self.thread = thread
    }

    /// Lets the voice say what is still to be said, and ends the thread. May be called twice.
    func stop() {
        guard let thread else { return }
        self.thread = nil
        desk.leave()
        pthread_join(thread, nil)
    }

    deinit { stop() }
}

/// What the thread does, and how its opening went.
private final class Work: Sendable {
    let isOpen: Signal
    private let opening: VoiceThread.Opening
    private let outcome = Mutex<SpeechError?>(nil)

    init(opening: @escaping VoiceThread.Opening, isOpen: Signal) {
        self.opening = opening
        self.isOpen = isOpen
    }

    var failure: SpeechError? { outcome.withLock(\.self) }

    func run() {
        do throws(SpeechError) {
            let voice = try opening()
            isOpen.send()
            voice.run()
        } catch {
            outcome.withLock { $0 = error }
            isOpen.send()
        }
    }
}
