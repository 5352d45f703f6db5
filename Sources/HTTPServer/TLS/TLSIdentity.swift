import CGnuTLS
import Glibc

/// The private key and the certificate with which a server identifies itself.
package struct TLSIdentity: Hashable, Sendable {
    /// The private key, as PEM.
    package let key: String
    /// The certificate, followed by those of its issuers if there are any, as PEM.
    package let certificates: String
    /// The SHA-256 fingerprint of the certificate, as browsers show it: "AB:CD:…".
    package let fingerprint: String
    /// The seconds since 1970 from which and until which the certificate is valid.
    package let validSeconds: Range<Int>
    /// The names in the certificate.
    package let names: CertificateNames

    private static let certificateMark = "-----BEGIN CERTIFICATE-----"

    /// Reads a key and its certificate.
    ///
    /// - Parameters:
    ///   - key: The text with the key.
    ///   - certificates: The text with the certificates.
    ///   - path: The path of the certificate, for errors.
    /// - Throws: ``TLSError/content(path:reason:)``.
    package init(key: String, certificates: String, path: String) throws(TLSError) {
        guard let start = Self.startOfCertificate(in: certificates) else {
            throw .content(path: path, reason: "it contains no certificate (PEM, -----BEGIN CERTIFICATE-----)")
        }
        self.key = String(key[..<(Self.startOfCertificate(in: key) ?? key.endIndex)])
        self.certificates = String(certificates[start...])
        do throws(GnuTLSError) {
            let certificate = try X509Certificate(pem: self.certificates)
            fingerprint = try certificate.fingerprint()
            validSeconds = certificate.validSeconds
            names = try certificate.names()
            guard try certificate.keyID() == X509Key(pem: self.key).id() else {
                throw GnuTLSError(reason: "the key belongs to another certificate")
            }
        } catch {
            throw .content(path: path, reason: error.reason)
        }
    }

    /// Reads a key and its certificate from files that the user maintains.
    package init(keyPath: String, certificatePath: String) throws(TLSError) {
        let key = try TLSFile.read(keyPath, isSecret: true)
        try self.init(key: key, certificates: try TLSFile.read(certificatePath), path: certificatePath)
    }

    /// The key and the certificates as one text.
    package var text: String { key + certificates }

    private static func startOfCertificate(in text: String) -> String.Index? {
        text.indices.first { text[$0...].hasPrefix(certificateMark) }
    }
}
