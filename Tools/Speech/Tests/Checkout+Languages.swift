import Announcements
import SpeechTestSupport

@testable import Speech

extension Checkout {
    /// The string tables of the checkout.
    static let languages = LanguageFolder(path: path + "/Plugins/Speech/Languages")
}
