import Glibc
import HTTPServer
import NavigationControl
import NavigationEvents
import Platform

/// The address of the running page with its token, in a file that only the user of navbus can read, for
/// `navbus web phone`.
struct PageLink: Hashable, Sendable {
    /// The process that serves the page.
    var processID: Int32
    /// The setting `listen`.
    var listen: String
    /// The open port.
    var port: UInt16
    /// The token that browsers need; `nil` for none.
    var token: String?
    /// The SHA-256 fingerprint of the certificate; `nil` without TLS.
    var fingerprint: String?
    /// Whether navbus has made the certificate, so that browsers do not know its issuer.
    var isCertificateMade: Bool
    /// Whether a phone may be the receiver.
    var isReceiver: Bool

    private static let maxBytes = 4096

    /// The path of the file.
    static func path(in folder: String, session: String) -> String { "\(folder)/web-\(session).link" }

    /// Writes the file.
    func write(_ path: String) throws(FileError) {
        let text: JSONText = [
            "processId": .integer(Int(processID)), "listen": .string(listen), "port": .integer(Int(port)),
            "token": JSONText(token), "fingerprint": JSONText(fingerprint),
            "isCertificateMade": .bool(isCertificateMade), "isReceiver": .bool(isReceiver),
        ]
        try WholeFile.replace(path, with: text.bytes)
    }

    init(
        processID: Int32, listen: String, port: UInt16, token: String?, fingerprint: String?, isCertificateMade: Bool,
        isReceiver: Bool
    ) {
        (self.processID, self.listen, self.port, self.token) = (processID, listen, port, token)
        (self.fingerprint, self.isCertificateMade) = (fingerprint, isCertificateMade)
        self.isReceiver = isReceiver
    }

    /// Reads the file; `nil` if there is none, if it is not private to this user, or if its process has ended.
    init?(path: String) {
        // Links are not followed, because other users may have write access to the folder.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        var bytes = [UInt8](repeating: 0, count: Self.maxBytes)
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, case let count = Glibc.read(descriptor, &bytes, bytes.count), count > 0,
            let root = try? JSONDocument(Array(bytes[..<count])).root,
            let process = root.member("processId")?.number.flatMap({ Int32(exactly: $0) }),
            let listen = root.member("listen")?.text,
            let port = root.member("port")?.number.flatMap({ UInt16(exactly: $0) }),
            kill(process, 0) == 0
        else { return nil }
        self.init(
            processID: process, listen: listen, port: port, token: root.member("token")?.text,
            fingerprint: root.member("fingerprint")?.text,
            isCertificateMade: root.member("isCertificateMade")?.flag ?? false,
            isReceiver: root.member("isReceiver")?.flag ?? false)
    }

    /// The addresses for other machines, with the token, the most likely first.
    func urls(among addresses: [IPAddress] = IPAddress.ofThisMachine()) -> [String] {
        guard let listen = try? ListenAddress(setting: listen), !listen.isLoopback else { return [] }
        let reached = listen.reached(among: addresses)
        // IPv4 first: these addresses are shorter, and last longer.
        return (reached.filter { !$0.isIPv6 } + reached.filter(\.isIPv6)).map { address in
            ListenAddress.url(address.textInURL, port, isSecure: fingerprint != nil)
                + (token.map { "?token=\($0)" } ?? "")
        }
    }
}
