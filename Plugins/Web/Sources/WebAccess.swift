import HTTPServer
import NavigationControl

/// The address of the page, and the browsers that may see it.
struct WebAccess: Hashable, Sendable {
    /// The value of the setting `token` that lets every user of this machine see the page.
    static let noToken = "none"

    /// The address of the server.
    let listen: ListenAddress
    /// The token that browsers need; `nil` only if the setting is ``noToken``.
    let token: String?
    /// Whether the token was created here and must be printed.
    let isTokenMade: Bool
    /// The allowed host names of this machine, in lower case.
    let names: Set<String>
    /// The pages of other origins that may read the state.
    let origins: AllowedOrigins
    /// The certificate; `nil` without TLS.
    let certificate: WebCertificate?
    /// Whether a phone may be the receiver.
    let isReceiver: Bool
    /// Whether the page begins, changes and ends drives.
    let isDriving: Bool

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - settings: The settings of the control.
    ///   - folder: The folder for a certificate; `nil` if there is none.
    ///   - makeToken: Creates a token if none is set.
    /// - Throws: ``SettingsError`` for an invalid address, name, origin or token, for a page without a token beyond this
    ///   machine or with a receiver, and for settings of the certificate that contradict each other.
    init(
        _ settings: WebSettings, folder: String? = StateFolder.path(of: "web"),
        makeToken: () -> String = AccessToken.random
    ) throws(SettingsError) {
        listen = try ListenAddress(setting: settings.listen)
        names = Set(settings.names.map { $0.lowercased() })
        origins = try AllowedOrigins(settings.allowedOrigins)
        let isOpen = settings.token == Self.noToken
        if !settings.token.isEmpty, !isOpen { try Self.check(token: settings.token) }
        for name in settings.names.map({ $0.lowercased() }) where !HostName.isName(name) {
            throw .invalid(
                key: "names", value: "\"\(name)\"",
                reason: "it must be a host name, such as handlebar.local, without a port")
        }
        guard !isOpen || listen.isLoopback else {
            throw .invalid(
                key: "token", value: "\"\(Self.noToken)\"",
                reason:
                    "other machines reach the page at \(listen.text); leave the token empty, or listen at 127.0.0.1")
        }
        guard !isOpen || !settings.receiver else {
            throw .invalid(
                key: "receiver", value: "true",
                reason: "without a token, every user of this machine could set the position; leave token empty")
        }
        certificate = try WebCertificate(settings, listen: listen, names: names, folder: folder)
        isReceiver = settings.receiver
        isDriving = settings.offersDrives
        isTokenMade = settings.token.isEmpty
        token = isOpen ? nil : isTokenMade ? makeToken() : settings.token
    }

    private static func check(token: String) throws(SettingsError) {
        guard !AccessToken.isValid(token) else { return }
        // The error does not contain the token.
        throw .invalid(
            key: "token", value: "\"…\"",
            reason:
                "it must have \(AccessToken.lengths.lowerBound) to \(AccessToken.lengths.upperBound) of the "
                + "characters A-Z, a-z, 0-9, - . _ and ~, at least \(AccessToken.minDistinctCharacters) of them "
                + "different; leave it empty to create a token, which is printed at the start; \"none\" "
                + "lets every user of this machine see the page")
    }
}
