import Announcements
import NavigationControl
import SpeechTestSupport

@testable import Speech

extension OutputLog {
    /// A reporter whose reports are recorded.
    var reporter: Reporter { Reporter(control: "speech") { self.take($0) } }
}

extension Checkout {
    /// The string tables of the checkout.
    static let languages = LanguageFolder(path: path + "/Plugins/Speech/Languages")
}
