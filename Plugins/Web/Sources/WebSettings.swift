import Dashboard
import NavigationControl
import Pictures

/// The section `[web]` of the configuration. Behaviour never reads settings itself.
struct WebSettings: Hashable, Sendable {
    /// The colours of the page.
    enum Look: String, CaseIterable, Sendable {
        /// What the browser prefers.
        case auto
        case day
        case night
        case contrast
    }

    /// Where browsers find the page.
    var listen: ListenAddress
    /// The setting `token` that lets every user of this machine see the page.
    static let noToken = "none"

    /// What browsers must know; `nil` if nothing, which is so only where `token` is ``noToken``.
    var token: String?
    /// Whether the token was made here, so that people have to be told it.
    var isTokenMade = false
    /// The names by which browsers may call this machine, in lower case.
    var names: [String]
    /// The units of the page.
    var units: DisplayUnits
    /// The colours of the page.
    var look: Look
    /// The folder where speech keeps what it says; empty for none.
    var spokenFolder: String
    /// What the browser's tab says.
    var title: String

    /// Reads the section.
    ///
    /// - Parameter makeToken: Gives a token where none is set.
    init(_ settings: Settings, makeToken: () -> String = AccessToken.made) throws(SettingsError) {
        listen = try ListenAddress(setting: try settings.text("listen", default: ListenAddress.standard))
        let token = try settings.text("token", default: "")
        self.token = token.isEmpty || token == Self.noToken ? nil : token
        names = try settings.list("names", default: []).map { $0.lowercased() }
        units = try settings.choice("units", default: .metric)
        look = try settings.choice("theme", default: .auto)
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
        if let token, !AccessToken.isFit(token) {
            // The token itself is told to nobody.
            throw .invalid(
                key: "token", value: "\"…\"",
                reason:
                    "it must have \(AccessToken.lengths.lowerBound) to \(AccessToken.lengths.upperBound) of A-Z, a-z, 0-9, - . _ and "
                    + "~, at least \(AccessToken.minDifferent) of them different; leave it empty, and one is made and printed at start; \"none\" lets every user of this machine see the page"
            )
        }
        for name in names where !HostName.isName(name) {
            throw .invalid(
                key: "names", value: "\"\(name)\"",
                reason: "it must be the name of a host, such as handlebar.local, without a port")
        }
        guard title.unicodeScalars.count <= 80 else {
            throw .invalid(key: "title", value: "\"\(title)\"", reason: "it may have 80 characters")
        }
    }
}
