import Glibc
import HTTPServer
import TestSupport
import Testing

@testable import Web

@Suite("The link of the page")
struct PageLinkTests {
    private let folder: TemporaryFolder
    private var path: String { PageLink.path(in: folder.path, session: "main") }
    private var link: PageLink {
        PageLink(
            processID: getpid(), listen: "0.0.0.0:8960", port: 8960, token: "0123456789abcdef", fingerprint: "AB:CD",
            isCertificateMade: true, isReceiver: true)
    }

    init() throws { folder = try TemporaryFolder() }

    @Test func `a written link is read again`() throws {
        try link.write(path)
        #expect(PageLink(path: path) == link)
    }

    @Test func `the link of an ended process, of others, or by a symbolic link is not used`() throws {
        var ended = link
        ended.processID = Int32.max
        try ended.write(path)
        #expect(PageLink(path: path) == nil)
        try link.write(path)
        chmod(path, 0o640)
        #expect(PageLink(path: path) == nil)
        chmod(path, 0o600)
        symlink(path, "\(folder.path)/other")
        #expect(PageLink(path: "\(folder.path)/other") == nil)
        #expect(PageLink(path: "\(folder.path)/none") == nil)
        try folder.write("{}", to: "web-main.link")
        #expect(PageLink(path: path) == nil)
    }

    @Test func `the addresses of networks contain the token, and IPv4 comes first`() throws {
        let addresses = try ["fd00::2", "192.168.7.4", "10.0.0.1"].map { try #require(IPAddress($0)) }
        #expect(
            link.urls(among: addresses) == [
                "https://192.168.7.4:8960/?token=0123456789abcdef", "https://10.0.0.1:8960/?token=0123456789abcdef",
            ])
        var all = link
        (all.listen, all.fingerprint, all.token) = ("[::]:8960", nil, nil)
        #expect(all.urls(among: addresses).last == "http://[fd00::2]:8960/")
        all.listen = "127.0.0.1:8960"
        #expect(all.urls(among: addresses).isEmpty)
    }

    @Test func `the advice names what is missing`() {
        var other = link
        #expect(PhoneCommand.advice(link).contains("  AB:CD"))
        #expect(!PhoneCommand.advice(link).joined().contains("set web."))
        other.isReceiver = false
        #expect(PhoneCommand.advice(other).joined().contains("set web.receiver = true"))
        other.fingerprint = nil
        #expect(PhoneCommand.advice(other).joined().contains("set web.tls = true"))
    }
}
