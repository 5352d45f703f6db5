// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import NavigationControl
import Pictures

/// The section `[web]` of the configuration.
struct WebSettings: Hashable, Sendable {
    /// The values of `theme`.
    enum ThemeChoice: String, CaseIterable, Sendable {
        /// The preference of the browser.
        case auto
        /// Light.
        case day
        /// Dark.
        case night
        /// High contrast, for low vision.
        case contrast
    }

    /// Address and port of the page; [::]:8960 or 0.0.0.0:8960 for all networks.
    var listen = "127.0.0.1:8960"
    /// Token that browsers need: 16 to 128 characters, 8 of them different. If empty, the control creates one and
    /// prints it; none lets every user of this machine see the page.
    var token = ""
    /// Whether the page is encrypted (https), with a certificate that navbus makes and keeps, unless certificate names
    /// another one.
    var tls = false
    /// Certificate for tls, as PEM, with those of its issuers; empty for one that navbus makes.
    var certificate = ""
    /// Private key of certificate, as PEM without a password; users without its group must not be able to read it.
    var key = ""
    /// Whether a phone that shows the page may be the receiver: its positions become those of the session. It needs a
    /// token, and no [source].
    var receiver = false
    /// Whether the page begins, changes and ends drives. It needs a token: with none, the page only shows them.
    var drives = true
    /// Whether favourite and recent places are kept, in a file of this machine that only you can read; each can be
    /// erased.
    var keepPlaces = true
    /// Host names of this machine that browsers may use, in addition to localhost and its addresses.
    var names: [String] = []
    /// Origins of other pages that may read the state, such as https://dashboard.example or http://localhost:3000; they
    /// need the token too.
    var allowedOrigins: [String] = []
    /// Units of the page. One of: `metric`, `us`, `uk`.
    var units = UnitsChoice.metric
    /// Colours of the page. One of: `auto`, `day`, `night`, `contrast`.
    var theme = ThemeChoice.auto
    /// Map of the page: an MBTiles file with vector tiles, or the folder of a region. If empty, the region of the
    /// position, or else the first region.
    var map = ""
    /// Folder in which speech keeps its utterances (speech.keep), so that the page can play them; empty for no listen
    /// button.
    var spoken = ""
    /// Title of the browser tab, at most 80 characters.
    var title = "navbus"

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        listen = try settings.text("listen", default: listen)
        token = try settings.text("token", default: token)
        tls = try settings.bool("tls", default: tls)
        certificate = try settings.path("certificate", default: certificate)
        key = try settings.path("key", default: key)
        receiver = try settings.bool("receiver", default: receiver)
        drives = try settings.bool("drives", default: drives)
        keepPlaces = try settings.bool("keepPlaces", default: keepPlaces)
        names = try settings.paths("names", default: names)
        allowedOrigins = try settings.paths("allowedOrigins", default: allowedOrigins)
        units = try settings.choice("units", default: units)
        theme = try settings.choice("theme", default: theme)
        map = try settings.path("map", default: map)
        spoken = try settings.path("spoken", default: spoken)
        title = try settings.text("title", default: title)
        try check()
    }
}
