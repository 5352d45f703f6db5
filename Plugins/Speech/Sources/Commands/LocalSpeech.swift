import NavigationControl
import NavigationEvents
import SpeechEngine
import Synchronization
import Platform

/// Speaks a text without a bus, with its own engine and output.
enum LocalSpeech {
    /// Speaks a text and waits until it ends.
    ///
    /// - Parameters:
    ///   - spoken: The text with its speech properties.
    ///   - file: The path of the sound file; `nil` for the sound server.
    static func say(_ spoken: SpokenText, into file: String?) -> ExitStatus {
        do {
            let reason = try speak(spoken, SpeechSettings(settings(file)))
            guard let reason else { return .success }
            complain("failed to \(OperatorClientError.notSaid(reason))")
            return file == nil ? .unavailable : .outputError
        } catch let error as SpeechError {
            complain("failed to \(error.textForOptions)")
            switch error {
            case .file, .fileFull: return .outputError
            default: return .unavailable
            }
        } catch {
            complain("failed to \(error)")
            return .internalError
        }
    }

    private static func settings(_ file: String?) -> Settings {
        guard let file else { return Settings(["output": .text("sound")]) }
        return Settings(["output": .text("wav"), "file": .text(file)])
    }

    /// Speaks a text.
    ///
    /// - Returns: The reason why it was not spoken; `nil` if it was.
    private static func speak(_ spoken: SpokenText, _ settings: SpeechSettings) throws(SpeechError) -> String? {
        let mailbox = try VoiceMailbox(isPaced: settings.output == .sound)
        let outcome = Outcome()
        let dependencies = Voice.Dependencies(
            report: { outcome.take($0) }, show: { _ in }, explain: \.textForOptions)
        let maker = VoiceMaker(settings: settings, complain: { outcome.complain($0) })
        let thread = try VoiceThread(mailbox: mailbox) { () throws(SpeechError) in
            try maker.makeVoice(mailbox: mailbox, dependencies: dependencies)
        }
        let utterance = Utterance(spoken, properties: settings.properties)
        for report in mailbox.change({ $0.add(utterance, at: Timestamp(nanosecondsSinceEpoch: 0)) }) {
            outcome.take(report)
        }
        // The thread stops when the utterance has been spoken.
        thread.stop()
        for warning in outcome.warnings { complain(warning) }
        // The message need not repeat the text of the command line.
        return outcome.reason.map { $0.hasSuffix(": \(spoken.text)") ? String($0.dropLast(spoken.text.count + 2)) : $0 }
    }

    /// Collects the result from the reports.
    private final class Outcome: Sendable {
        private let state = Mutex<String?>("it did not begin")
        /// The warnings; printed unless they are the reason itself.
        private let complaints = Mutex<[String]>([])

        var reason: String? { state.withLock(\.self) }

        func complain(_ text: String) { complaints.withLock { $0.append(text) } }

        /// The warnings that are not the reason.
        var warnings: [String] { complaints.withLock { $0.filter { reason?.hasPrefix($0) != true } } }

        func take(_ report: UtteranceReport) {
            switch report.kind {
            case .ended: state.withLock { $0 = nil }
            case .began: state.withLock { $0 = "it was not completed" }
            case .warning: complain(report.text)
            case .cancelled, .failed: state.withLock { $0 = report.text }
            default: break
            }
        }
    }
}

extension Utterance {
    /// Creates the utterance of a text; missing properties have the values of the settings.
    init(_ spoken: SpokenText, properties usual: UtteranceProperties) {
        var properties = usual
        properties.isSSML = spoken.isSSML
        properties.voice = spoken.voice
        properties.rate = spoken.rate ?? usual.rate
        properties.pitchMultiplier = spoken.pitchMultiplier ?? usual.pitchMultiplier
        properties.volume = spoken.volume ?? usual.volume
        self.init(spoken.text, kind: .person, properties: properties)
        requestNumber = spoken.requestNumber
    }
}
