import Foundation
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

extension RealEngine {
    /// The voice through a real sound server.
    @Suite struct SoundServerTests {
        private static let sentence = "in 200 meters turn left"
        private static let longSentence = "follow the road for 8 kilometers and then follow the road for 9 kilometers"

        private func voice(_ address: String, _ mailbox: VoiceMailbox, _ log: OutputLog) throws -> VoiceThread {
            let dependencies = log.dependencies
            return try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try Voice(
                    mailbox: mailbox, synthesizer: EspeakSynthesizer(voice: "en"),
                    sink: PulseSink(server: address), dependencies: dependencies)
            }
        }

        @Test func `the sound server plays the spoken sentence`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server.address, mailbox, log)
            defer { thread.stop() }
            let recorder = try server.record("played")
            #expect(!recorder.isLoud(lastSeconds: 10))
            _ = mailbox.change { $0.add(.make(Self.sentence), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            #expect(try server.streams().contains("media.role = \"announce\""))
            #expect(log.sees { $0.reports.map(\.kind) == [.began, .ended] })
            // The stream is closed, so that other sound comes back, and then it is silent.
            #expect(eventually { (try? server.streams().isEmpty) == true })
            #expect(eventually { !recorder.isLoud(lastSeconds: 0.5) })
            #expect((1.0...3.0).contains(recorder.loudSeconds), "\(recorder.loudSeconds) s")
            try recorder.save(folder.path + "/played.wav")
            #expect(
                try Recognizer.hear([folder.path + "/played.wav"], in: folder) == ["in two hundred meters turn left"])
        }

        @Test func `an urgent sentence is heard at once`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server.address, mailbox, log)
            defer { thread.stop() }
            let recorder = try server.record("cut")
            _ = mailbox.change { $0.add(.make(Self.longSentence, identity: 1, stage: .prepare), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            _ = mailbox.change { $0.add(.make("now turn right", identity: 2), at: .noon) }
            #expect(log.sees { $0.reports.count == 4 })
            #expect(log.notes.reports.map(\.kind) == [.began, .cancelled, .began, .ended])
            #expect(eventually { !recorder.isLoud(lastSeconds: 0.5) })
            // The long sentence alone takes more than four seconds.
            #expect(recorder.loudSeconds < 4, "\(recorder.loudSeconds) s")
        }

        @Test func `the arrival is spoken after the end of navigation`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server.address, mailbox, log)
            let arrival = Utterance.make("you have reached your destination", subject: .destination, priority: .arrival)
            _ = mailbox.change { $0.add(arrival, at: .noon) }
            _ = mailbox.change { $0.stopNavigation() }
            thread.stop()
            #expect(log.notes.reports.map(\.kind) == [.began, .ended])
        }

        @Test func `without a server sentences are printed and spoken when it returns`() throws {
            let folder = try TemporaryFolder()
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(SoundServer.address(in: folder), mailbox, log)
            defer { thread.stop() }
            #expect(log.notes.complaints.first?.contains("start PulseAudio") == true)
            _ = mailbox.change { $0.add(.make("turn left", identity: 1), at: .noon) }
            #expect(log.sees { $0.shown == ["turn left"] })
            let server = try SoundServer(in: folder)
            let recorder = try server.record("late")
            // The waiting sentence is spoken as soon as there is a server.
            #expect(log.sees { $0.reports.last?.kind == .ended })
            _ = mailbox.change { $0.add(.make(Self.sentence, identity: 2), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            #expect(log.sees { $0.reports.count == 5 })
            #expect(log.notes.reports.map(\.kind) == [.warning, .began, .ended, .began, .ended])
            #expect(log.notes.shown == ["turn left", Self.sentence])
            #expect(log.notes.complaints.count == 1)
        }

        @Test func `a server that dies within a sentence is reported, and the next one is used`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server.address, mailbox, log)
            defer { thread.stop() }
            let recorder = try server.record("dying")
            _ = mailbox.change { $0.add(.make(Self.longSentence, identity: 1), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            server.end()
            #expect(log.sees { $0.reports.contains { $0.kind == .paused } })
            _ = mailbox.change { $0.add(.make(Self.sentence, identity: 2), at: .noon) }
            let next = try SoundServer(in: folder)
            let nextRecorder = try next.record("next")
            #expect(eventually { nextRecorder.isLoud(lastSeconds: 0.5) })
            #expect(log.sees { $0.reports.last?.text == Self.sentence && $0.reports.last?.kind == .ended })
            // There are two errors: the end of the server, and then its absence.
            let kinds = log.notes.reports.map(\.kind).filter { $0 != .warning }
            #expect(kinds == [.began, .paused, .continued, .ended, .began, .ended])
        }
    }
}
