/// A key or a certificate cannot be used. The description completes "failed to …".
package enum TLSError: Error, Hashable, CustomStringConvertible {
    /// A file cannot be read or written.
    case file(path: String, action: String, reason: String)
    /// A file has no key or no certificate, or they do not belong together.
    case content(path: String, reason: String)
    /// There is no folder for the certificate.
    case noFolder
    /// GnuTLS does not make a key or a certificate.
    case library(reason: String)

    package var description: String {
        switch self {
        case .file(let path, let action, let reason): "\(action) \(path): \(reason)"
        case .content(let path, let reason): "use \(path): \(reason)"
        case .noFolder: "keep the certificate: there is no folder for it; set HOME or XDG_STATE_HOME"
        case .library(let reason): "make a certificate: GnuTLS reports \"\(reason)\""
        }
    }
}
