import Announcements
import SpeechTestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

extension RealVoice {
    @Suite struct LanguageVoiceTests {
        @Test(arguments: try Checkout.languages.tags()) func `the voice of a table exists in the engine`(_ tag: String)
            throws
        {
            let table = try Checkout.languages.table(for: tag)
            try EspeakSynthesizer(voice: table.voice).close()
        }
    }
}
