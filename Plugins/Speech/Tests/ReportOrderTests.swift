import NavigationControl
import NavigationEvents
import Platform
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// The same drive at different speeds: the voice keeps up with it, or speaks after its end.
@Suite struct ReportOrderTests {
    /// An engine that begins a sentence on a signal.
    private final class HesitantSynthesizer: SpeechSynthesizer {
        let sampleRate = 8000
        private let mayBegin: WakeUp?

        init(_ mayBegin: WakeUp?) { self.mayBegin = mayBegin }

        func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) {
            mayBegin?.wait()
            mayBegin?.wake()
            let samples = utterance.text.utf8.map { Int16($0) }
            _ = samples.withUnsafeBufferPointer { receiver.receive($0) }
        }

        func close() {}
    }

    private static var drive: [Event] {
        var late = NavigationInfo.make(.turnLeft, identity: 2, seconds: 10)
        late.fix.time = late.fix.time.later(seconds: 60)
        var wordless = NavigationInfo.make(identity: 3, seconds: 80)
        wordless.currentStep = nil
        return [
            .navigation(.make(.turnRight, .prepare, identity: 1)), .navigation(late), .navigation(wordless),
            .navigation(.make(.turnRight, identity: 4, seconds: 90)), .navigationStopped(.requested),
        ]
    }

    /// Plays the drive; the voice begins on the signal, or at once.
    private func play(file: String, voice: WakeUp?, pause: (OutputLog, Int) -> Void) throws -> OutputLog {
        let log = OutputLog()
        var control = try SpeechControl(
            ControlContext(
                settings: Settings(RealVoice.settings(file: file)), reporter: log.reporter),
            show: { log.show($0) }, complain: { log.complain($0) })
        control.maker.startEngine = { _ in HesitantSynthesizer(voice) }
        var driver = ControlDriver(control)
        try driver.start()
        for (index, event) in Self.drive.enumerated() {
            driver.deliver(event)
            pause(log, index)
        }
        voice?.wake()
        driver.stop()
        return log
    }

    @Test func `reports, sentences and sound are the same at every speed`() throws {
        let folder = try TemporaryFolder()
        let (slowFile, fastFile) = (folder.path + "/slow.wav", folder.path + "/fast.wav")
        let counts = [2, 3, 4, 6, 6]
        let slow = try play(file: slowFile, voice: nil) { log, index in
            #expect(log.sees { $0.reports.count == counts[index] })
        }
        let fast = try play(file: fastFile, voice: WakeUp.ofVoice()) { _, _ in }
        #expect(slow.notes.reports.map(\.kind) == [.began, .ended, .cancelled, .failed, .began, .ended])
        #expect(fast.notes.reports == slow.notes.reports)
        #expect(fast.notes.shown == slow.notes.shown)
        let (slowSound, fastSound) = (try SoundFile(checked: slowFile), try SoundFile(checked: fastFile))
        #expect(slowSound.samples == fastSound.samples)
        #expect(slowSound.samples.count > 2 * 2400)
    }
}
