import Announcements
import Testing

@testable import Speech

extension RealVoice {
    @Suite struct LanguageVoiceTests {
        @Test(arguments: try Checkout.languages.tags()) func `the voice of a table is one of the engine`(_ tag: String)
            throws
        {
            let table = try Checkout.languages.table(for: tag)
            try EspeakSynthesizer(voice: table.voice).close()
        }
    }
}
