import HTTPServer
import NavigationControl
import Platform

/// The certificate of the page.
struct WebCertificate: Hashable, Sendable {
    /// The origin of the certificate.
    enum Origin: Hashable, Sendable {
        /// Made and kept by navbus, in a folder.
        case kept(folder: String)
        /// Files of the user.
        case files(certificate: String, key: String)
    }

    let origin: Origin
    private let listen: ListenAddress
    private let hosts: Set<String>

    /// The certificate of the settings; `nil` without TLS.
    ///
    /// - Throws: ``SettingsError`` if the settings contradict each other.
    init?(
        _ settings: WebSettings, listen: ListenAddress, names: Set<String>, folder: String?
    ) throws(SettingsError) {
        let (certificate, key) = (settings.certificate, settings.key)
        guard certificate.isEmpty == key.isEmpty else {
            throw .invalid(
                key: certificate.isEmpty ? "key" : "certificate", value: "\"\(certificate)\(key)\"",
                reason: "certificate and key must both be set, or neither")
        }
        guard settings.tls else {
            guard certificate.isEmpty else {
                throw .invalid(
                    key: "certificate", value: "\"\(certificate)\"", reason: "it has no effect; set tls = true")
            }
            return nil
        }
        if !certificate.isEmpty {
            origin = .files(certificate: certificate, key: key)
        } else if let folder {
            origin = .kept(folder: folder)
        } else {
            throw .invalid(key: "tls", value: "true", reason: "\(TLSError.noFolder)")
        }
        self.listen = listen
        hosts = names
    }

    /// Whether navbus makes the certificate.
    var isMade: Bool {
        if case .kept = origin { true } else { false }
    }

    /// The present certificate, which is made if it is missing or no longer good.
    func identity(at seconds: Int = now) throws(TLSError) -> TLSIdentity {
        switch origin {
        case .kept(let folder): try KeptCertificate(folder: folder).identity(for: needs, at: seconds)
        case .files(let certificate, let key): try TLSIdentity(keyPath: key, certificatePath: certificate)
        }
    }

    /// Whether a certificate in use must be replaced. Files are read again only at the start.
    func isDue(_ identity: TLSIdentity, at seconds: Int = now) -> Bool {
        isMade && !KeptCertificate.isGood(identity, for: needs, at: seconds)
    }

    private var needs: CertificateNames { .ofServer(at: listen, names: hosts) }

    /// The time in seconds since 1970.
    static var now: Int { Int(WallClock.nanosecondsSinceEpoch / 1_000_000_000) }
}
