import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Speech

extension RealVoice {
    /// A real speech-dispatcher as engine.
    @Suite struct SpeechDispatcherTests {
        private static let sentence = "in 200 meters turn left"
        private static let longSentence = "follow the road for 8 kilometers and then follow the road for 9 kilometers"

        /// Returns a voice that speaks through a service.
        private func voice(
            _ service: SpeechService, _ mailbox: VoiceMailbox, _ log: OutputLog, language: String = "en"
        ) throws -> VoiceThread {
            var settings = try SpeechSettings(
                Settings([
                    "engine": .text("speech-dispatcher"), "output": .text("sound"), "language": .text(language),
                    "reportWords": .bool(true),
                ]))
            settings.rate = 0.5
            var maker = VoiceMaker(settings: settings)
            maker.dispatcher = service.address
            var dependencies = log.dependencies
            dependencies.reportsWords = true
            let (made, given) = (maker, dependencies)
            return try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try made.makeVoice(mailbox: mailbox, dependencies: given)
            }
        }

        @Test func `an utterance is played and reported word by word`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let service = try SpeechService(in: folder, sound: server)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(service, mailbox, log)
            defer { thread.stop() }
            let recorder = try server.record("dispatched")
            _ = mailbox.change { $0.add(.make(Self.sentence), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            #expect(log.sees { $0.reports.last?.kind == .ended })
            #expect(log.texts(.progressed) == ["in", "200", "meters", "turn", "left"])
            #expect(log.notes.reports.first?.kind == .began)
            #expect(log.notes.complaints.isEmpty)
            #expect(eventually { !recorder.isLoud(lastSeconds: 0.5) })
            #expect((1.0...3.5).contains(recorder.loudSeconds), "\(recorder.loudSeconds) s")
        }

        @Test func `a now interrupts an utterance`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let service = try SpeechService(in: folder, sound: server)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(service, mailbox, log)
            defer { thread.stop() }
            let recorder = try server.record("cut")
            _ = mailbox.change { $0.add(.make(Self.longSentence, identity: 1, stage: .prepare), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            _ = mailbox.change { $0.add(.make("now turn right", identity: 2), at: .noon) }
            #expect(log.sees { $0.reports.last?.kind == .ended })
            let kinds = log.notes.reports.map(\.kind).filter { $0 != .progressed }
            #expect(kinds == [.began, .cancelled, .began, .ended])
            #expect(eventually { !recorder.isLoud(lastSeconds: 0.5) })
            #expect(recorder.loudSeconds < 4, "\(recorder.loudSeconds) s")
        }

        @Test func `a pause is silent until it ends`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let service = try SpeechService(in: folder, sound: server)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(service, mailbox, log)
            defer { thread.stop() }
            let recorder = try server.record("paused")
            _ = mailbox.change { $0.add(.spoken(Self.longSentence), at: .noon) }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            _ = mailbox.change { queue in
                queue.pause()
                return []
            }
            #expect(log.sees { $0.reports.contains { $0.kind == .paused } })
            #expect(eventually { !recorder.isLoud(lastSeconds: 0.5) })
            _ = mailbox.change { queue in
                queue.resume()
                return []
            }
            #expect(eventually { recorder.isLoud(lastSeconds: 0.5) })
            #expect(log.sees { $0.reports.last?.kind == .ended })
            let kinds = log.notes.reports.map(\.kind).filter { $0 != .progressed }
            #expect(kinds == [.began, .paused, .continued, .ended])
        }

        @Test func `a restarted service loses no utterance`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder)
            let first = try SpeechService(in: folder, sound: server)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(first, mailbox, log)
            defer { thread.stop() }
            _ = mailbox.change { $0.add(.make(Self.longSentence), at: .noon) }
            #expect(log.sees { $0.reports.contains { $0.kind == .progressed } })
            first.end()
            #expect(log.sees { $0.reports.contains { $0.kind == .paused } })
            let second = try SpeechService(in: folder, sound: server)
            #expect(log.sees { $0.reports.last?.kind == .ended })
            let kinds = log.notes.reports.map(\.kind).filter { $0 != .progressed && $0 != .warning }
            #expect(kinds == [.began, .paused, .continued, .ended])
            second.end()
        }

        @Test func `the error of a missing service says what to do`() throws {
            let folder = try TemporaryFolder()
            #expect {
                try SpeechDispatcher(language: "en", address: "unix_socket:\(folder.path)/none").prepare()
            } throws: {
                "\($0)".contains("\(folder.path)/none") && "\($0)".contains("espeak-ng")
            }
        }
    }
}
