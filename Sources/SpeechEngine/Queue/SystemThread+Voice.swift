package import Platform

extension WakeUp {
    /// A wake-up, with the error of a voice that cannot speak.
    package static func ofVoice() throws(SpeechError) -> WakeUp {
        do throws(SystemError) { return try WakeUp() } catch { throw .system(what: "a wake-up", reason: error.reason) }
    }
}

extension SystemThread {
    /// A thread, with the error of a voice that cannot speak.
    static func ofVoice(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SpeechError) -> SystemThread {
        do throws(SystemError) {
            return try start(name, body)
        } catch {
            throw .system(what: "a thread", reason: error.reason)
        }
    }
}
