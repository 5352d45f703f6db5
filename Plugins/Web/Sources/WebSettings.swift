import Dashboard
import NavigationControl
import Pictures

/// The section `[web]` of the configuration.
struct WebSettings: Hashable, Sendable {
    /// The colours of the page.
    enum PageTheme: String, CaseIterable, Sendable {
        /// The preference of the browser.
        case auto
        case day
        case night
        case contrast
    }

    /// The address of the server.
    var listen: ListenAddress
    /// The value of the setting `token` that lets every user of this machine see the page.
    static let noToken = "none"

    /// The token that browsers need; `nil` only if the setting is ``noToken``.
    var token: String?
    /// Whether the token was created here and must be printed.
    var isTokenMade = false
    /// The allowed host names of this machine, in lower case.
    var names: [String]
    /// The units of the page.
    var units: DisplayUnits
    /// The colours of the page.
    var theme: PageTheme
    /// The folder in which speech keeps its utterances; empty for none.
    var spokenFolder: String
    /// The title of the browser tab.
    var title: String

    /// Reads the section.
    ///
    /// - Parameters:
    ///   - settings: The section.
    ///   - makeToken: Creates a token if none is set.
    init(_ settings: Settings, makeToken: () -> String = AccessToken.random) throws(SettingsError) {
        listen = try ListenAddress(setting: try settings.text("listen", default: ListenAddress.standard))
        let token = try settings.text("token", default: "")
        self.token = token.isEmpty || token == Self.noToken ? nil : token
        names = try settings.list("names", default: []).map { $0.lowercased() }
        units = try settings.choice("units", default: .metric)
        theme = try settings.choice("theme", default: .auto)
        spokenFolder = try settings.path("spoken", default: "")
        title = try settings.text("title", default: "navbus")
        try check()
        if token == Self.noToken {
            guard listen.isLoopback else {
                throw .invalid(
                    key: "token", value: "\"\(Self.noToken)\"",
                    reason:
                        "other machines reach the page at \(listen.text); leave the token empty, or listen at 127.0.0.1"
                )
            }
        } else if self.token == nil {
            self.token = makeToken()
            isTokenMade = true
        }
    }

    private func check() throws(SettingsError) {
        if let token, !AccessToken.isValid(token) {
            // The error does not contain the token.
            throw .invalid(
                key: "token", value: "\"…\"",
                reason:
                    "it must have \(AccessToken.lengths.lowerBound) to \(AccessToken.lengths.upperBound) of the "
                    + "characters A-Z, a-z, 0-9, - . _ and ~, at least \(AccessToken.minDistinctCharacters) of them "
                    + "different; leave it empty to create a token, which is printed at the start; \"none\" "
                    + "lets every user of this machine see the page"
            )
        }
        for name in names where !HostName.isName(name) {
            throw .invalid(
                key: "names", value: "\"\(name)\"",
                reason: "it must be a host name, such as handlebar.local, without a port")
        }
        guard title.unicodeScalars.count <= 80 else {
            throw .invalid(key: "title", value: "\"\(title)\"", reason: "it must have at most 80 characters")
        }
    }
}
