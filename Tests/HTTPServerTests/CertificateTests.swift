import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("The certificate of a server")
struct CertificateTests {
    private static let day = 86_400
    private static let now = 1_790_000_000

    private let folder: TemporaryFolder
    private var kept: KeptCertificate { KeptCertificate(folder: "\(folder.path)/state") }

    init() throws { folder = try TemporaryFolder() }

    private func names(_ addresses: String...) -> CertificateNames {
        CertificateNames(hosts: ["localhost"], addresses: Set(addresses.compactMap { IPAddress($0) }))
    }

    @Test func `a certificate is kept for its user only`() throws {
        #expect(try kept.kept() == nil)
        let made = try kept.identity(for: names("127.0.0.1", "::1"), at: Self.now)
        #expect(try kept.identity(for: names("127.0.0.1"), at: Self.now + 300 * Self.day) == made)
        #expect(made.names == names("127.0.0.1", "::1"))
        #expect(made.validSeconds.count <= 398 * Self.day)
        #expect(made.fingerprint.split(separator: ":").count == 32)
        var status = stat()
        #expect(stat(kept.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `it is replaced a month before its end, and its key stays`() throws {
        let made = try kept.identity(for: names("127.0.0.1"), at: Self.now)
        let end = made.validSeconds.upperBound
        #expect(try kept.identity(for: names("127.0.0.1"), at: end - 31 * Self.day) == made)
        let next = try kept.identity(for: names("127.0.0.1"), at: end - 29 * Self.day)
        #expect(next.fingerprint != made.fingerprint)
        #expect(next.key == made.key)
        #expect(try kept.kept() == next)
    }

    @Test func `a clock that was set back makes another one`() throws {
        let made = try kept.identity(for: names("127.0.0.1"), at: Self.now)
        let next = try kept.identity(for: names("127.0.0.1"), at: Self.now - 2 * Self.day)
        #expect(next.validSeconds.lowerBound < made.validSeconds.lowerBound)
    }

    @Test func `another address makes another one, which has the old address too`() throws {
        let made = try kept.identity(for: names("192.168.1.5"), at: Self.now)
        let next = try kept.identity(for: names("10.0.0.7"), at: Self.now)
        #expect(next.fingerprint != made.fingerprint)
        #expect(next.names == names("192.168.1.5", "10.0.0.7"))
        #expect(try kept.identity(for: names("192.168.1.5"), at: Self.now) == next)
    }

    @Test func `the names have a limit, and new ones come first`() throws {
        for index in 1...40 { _ = try kept.identity(for: names("10.0.0.\(index)"), at: Self.now) }
        let last = try #require(try kept.kept())
        #expect(last.names.addresses.count + last.names.hosts.count == 32)
        #expect(last.names.covers(names("10.0.0.40")))
    }

    @Test(arguments: [0o640 as mode_t, 0o604]) func `a key that others could read is replaced`(mode: mode_t) throws {
        let made = try kept.identity(for: names("127.0.0.1"), at: Self.now)
        chmod(kept.path, mode)
        #expect(try kept.identity(for: names("127.0.0.1"), at: Self.now).key != made.key)
    }

    @Test(arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `a damaged file is replaced`(text: String) throws {
        try folder.write(text, to: "state/tls.pem")
        chmod(kept.path, 0o600)
        #expect(try kept.kept() == nil)
        _ = try kept.identity(for: names("127.0.0.1"), at: Self.now)
        #expect(try kept.kept() != nil)
    }

    @Test func `files of the user are read, unless every user can read the key`() throws {
        let made = try kept.identity(for: names("127.0.0.1"), at: Self.now)
        let certificate = try folder.write(made.certificates, to: "own.pem")
        let key = try folder.write(made.key, to: "own.key", mode: 0o640)
        #expect(try TLSIdentity(keyPath: key, certificatePath: certificate) == made)
        chmod(key, 0o644)
        #expect(
            throws: TLSError.file(
                path: key, action: "use the key", reason: "every user of this machine can read it; run chmod o= on it")
        ) { try TLSIdentity(keyPath: key, certificatePath: certificate) }
        let none = "\(folder.path)/none"
        #expect(throws: TLSError.file(path: none, action: "read", reason: "No such file or directory")) {
            try TLSIdentity(keyPath: none, certificatePath: certificate)
        }
        chmod(key, 0o600)
        #expect(
            throws: TLSError.content(path: key, reason: "it contains no certificate (PEM, -----BEGIN CERTIFICATE-----)")
        ) {
            try TLSIdentity(keyPath: key, certificatePath: key)
        }
    }

    @Test func `a certificate with the key of another one is refused`() throws {
        let one = try kept.identity(for: names(), at: Self.now)
        let two = try KeptCertificate(folder: "\(folder.path)/two").identity(for: names(), at: Self.now)
        #expect(throws: TLSError.content(path: "x.pem", reason: "the key belongs to another certificate")) {
            try TLSIdentity(key: one.key, certificates: two.certificates, path: "x.pem")
        }
    }
}
