import Glibc
import Platform

/// The certificate that navbus makes for a server, and keeps in a file together with its key.
///
/// The certificate is replaced a month before it expires, or when a name is missing. Its key stays, and so do the names
/// of the replaced one.
package struct KeptCertificate: Hashable, Sendable {
    /// The validity: browsers refuse a certificate that is valid for more than 398 days.
    private static let validSeconds = 397 * 86_400
    /// It is valid earlier than it was made, since the clocks of browsers differ.
    private static let earlySeconds = 86_400
    /// The remaining validity at which another certificate is made.
    private static let minRemainingSeconds = 30 * 86_400

    /// The path of the file.
    package let path: String

    /// The certificate in a folder, which is created if it is missing.
    package init(folder: String) { path = "\(folder)/tls.pem" }

    /// The kept certificate if it is still good, or another one, which is kept.
    ///
    /// - Parameters:
    ///   - names: The names that it must have.
    ///   - seconds: The time, in seconds since 1970.
    /// - Throws: ``TLSError`` if it cannot be made or kept.
    package func identity(for names: CertificateNames, at seconds: Int) throws(TLSError) -> TLSIdentity {
        let kept = try kept()
        if let kept, Self.isGood(kept, for: names, at: seconds) { return kept }
        let identity = try make(names.joined(with: kept?.names ?? CertificateNames()), key: kept?.key, at: seconds)
        do throws(FileError) {
            guard PrivateFile.makeFolders(above: path) else { throw FileError(path: path, reason: .system(errno)) }
            try WholeFile.replace(path, with: Array(identity.text.utf8), isSynchronized: true)
        } catch {
            throw .file(path: error.path, action: "keep the certificate in", reason: "\(error.reason)")
        }
        return identity
    }

    /// Whether a certificate has these names and is valid for a while.
    package static func isGood(_ identity: TLSIdentity, for names: CertificateNames, at seconds: Int) -> Bool {
        identity.names.covers(names) && identity.validSeconds.lowerBound <= seconds
            && identity.validSeconds.upperBound - seconds > minRemainingSeconds
    }

    /// The kept certificate; `nil` if there is none, if it is damaged, or if others could read or replace its key.
    package func kept() throws(TLSError) -> TLSIdentity? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0
        else { return nil }
        let text = try TLSFile.read(path)
        return try? TLSIdentity(key: text, certificates: text, path: path)
    }

    private func make(_ names: CertificateNames, key pem: String?, at seconds: Int) throws(TLSError) -> TLSIdentity {
        let start = max(seconds - Self.earlySeconds, 0)
        let pair: (key: String, certificate: String)
        do throws(GnuTLSError) {
            let key = if let pem { try X509Key(pem: pem) } else { try X509Key.make() }
            let certificate = try X509Certificate.selfSigned(
                key, names, validSeconds: start..<(start + Self.validSeconds))
            pair = (try key.pem(), try certificate.pem())
        } catch {
            throw .library(reason: error.reason)
        }
        return try TLSIdentity(key: pair.key, certificates: pair.certificate, path: path)
    }
}
