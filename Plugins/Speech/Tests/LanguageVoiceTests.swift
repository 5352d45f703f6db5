import Announcements
import Testing

@testable import Speech

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
