import Foundation
import NavigationEvents
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

extension RealEngine {
    /// The sound of other programs while navbus speaks, measured at a real sound server.
    @Suite struct DuckingTests {
        /// Returns a voice through a server that turns down other sound for announcements.
        private func voice(_ server: SoundServer, _ mailbox: VoiceMailbox, _ log: OutputLog) throws -> VoiceThread {
            let (dependencies, address) = (log.dependencies, server.address)
            return try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
                try Voice(
                    mailbox: mailbox, synthesizer: EspeakSynthesizer(voice: "en"), sink: PulseSink(server: address),
                    dependencies: dependencies)
            }
        }

        private enum Loudness { case loud, quiet, silent }

        /// Returns the loudness class of a tone of -12 dB; `nil` during a transition.
        private func loudness(_ level: Double) -> Loudness? {
            switch level {
            case -14 ... -10: .loud
            case -33 ... -27: .quiet
            case ..<(-60): .silent
            default: nil
            }
        }

        private func becomes(_ wanted: Loudness, _ recorder: SoundRecorder) -> Bool {
            eventually { loudness(recorder.toneLevel) == wanted }
        }

        @Test func `music is quiet during consecutive sentences and returns after the last`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder, isPolite: true)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server, mailbox, log)
            defer { thread.stop() }
            let music = try server.playTone(role: "music")
            defer { music.end() }
            let recorder = try server.record("music")
            #expect(eventually { recorder.toneLevels.count { loudness($0) == .loud } > 5 })
            let before = recorder.toneLevels.count - 3
            // There is a pause between the two.
            let slow = UtteranceProperties(preUtteranceDelaySeconds: 0.7, postUtteranceDelaySeconds: 0.7)
            _ = mailbox.change {
                $0.add(.spoken("in 200 meters turn left", slow), at: .noon)
                    + $0.add(.spoken("then turn right", slow), at: .noon)
            }
            #expect(log.sees { $0.reports.map(\.kind) == [.began, .ended, .began, .ended] })
            #expect(eventually { recorder.toneLevels.suffix(3).allSatisfy { loudness($0) == .loud } })
            let levels = recorder.toneLevels.dropFirst(before)
            let stretches = levels.compactMap { loudness($0) }.reduce(into: [Loudness]()) {
                if $0.last != $1 { $0.append($1) }
            }
            #expect(stretches == [.loud, .quiet, .loud], "\(levels.map { Int($0.rounded()) })")
            #expect(try !server.streams().contains("announcement"))
        }

        @Test func `the speech of another program pauses`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder, isPolite: true)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server, mailbox, log)
            defer { thread.stop() }
            let book = try server.playTone(role: "audiobook")
            defer { book.end() }
            let recorder = try server.record("book")
            #expect(becomes(.loud, recorder))
            _ = mailbox.change { $0.add(.make("in 200 meters turn left"), at: .noon) }
            #expect(becomes(.silent, recorder))
            #expect(becomes(.loud, recorder))
            #expect(log.texts(.ended).count == 1)
        }

        @Test func `music returns during a pause, and the utterance continues where it paused`() throws {
            let folder = try TemporaryFolder()
            let server = try SoundServer(in: folder, isPolite: true)
            let (mailbox, log) = (try VoiceMailbox(isPaced: true), OutputLog())
            let thread = try voice(server, mailbox, log)
            defer { thread.stop() }
            let music = try server.playTone(role: "music")
            defer { music.end() }
            let recorder = try server.record("paused")
            #expect(becomes(.loud, recorder))
            _ = mailbox.change { $0.add(.spoken("follow the road for 8 kilometers and then turn left"), at: .noon) }
            #expect(becomes(.quiet, recorder))
            _ = mailbox.change { queue in
                queue.pause()
                return []
            }
            #expect(log.sees { $0.reports.last?.kind == .paused })
            #expect(becomes(.loud, recorder))
            _ = mailbox.change { queue in
                queue.resume()
                return []
            }
            #expect(becomes(.quiet, recorder))
            #expect(log.sees { $0.reports.last?.kind == .ended })
            #expect(log.notes.reports.map(\.kind) == [.began, .paused, .continued, .ended])
            #expect(becomes(.loud, recorder))
        }
    }
}
