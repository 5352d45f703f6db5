import Glibc
import TestSupport
import Testing

@testable import Access

@Suite struct PathTrustTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a missing path is no error`() throws {
        #expect(try !PathTrust.ofOwnBus.check(socket: folder.path + "/none/requests"))
        #expect(try !PathTrust.ofOwnBus.check(socket: folder.path + "/requests"))
    }

    @Test func `other users may write to a folder above only if its sticky bit is set`() throws {
        let above = folder.path + "/above"
        #expect(mkdir(above, 0o700) == 0 && mkdir(above + "/run", 0o700) == 0)
        chmod(above, 0o1777)
        #expect(try PathTrust.ofBus.check(folder: above + "/run"))
        for mode in [0o777, 0o770, 0o707] as [mode_t] {
            chmod(above, mode)
            #expect(throws: PathTrust.Refusal(path: above, problem: .isOpen(mode: mode))) {
                try PathTrust.ofBus.check(folder: above + "/run")
            }
            #expect(throws: PathTrust.Refusal(path: above, problem: .isOpen(mode: mode))) {
                try PathTrust.ofOwnBus.check(socket: above + "/run/requests")
            }
        }
        chmod(above, 0o700)
        rmdir(above + "/run")
        rmdir(above)
    }

    @Test func `links in a path are followed and checked`() throws {
        let (real, link) = (folder.path + "/real", folder.path + "/link")
        #expect(mkdir(real, 0o700) == 0 && mkdir(real + "/run", 0o700) == 0 && symlink("./real/../real", link) == 0)
        #expect(try PathTrust.ofBus.check(folder: link + "/run"))
        chmod(real, 0o777)
        #expect(throws: PathTrust.Refusal.self) { try PathTrust.ofBus.check(folder: link + "/run") }
        unlink(link)
        #expect(symlink("link", link) == 0)
        #expect(throws: PathTrust.Refusal(path: link, problem: .isLink)) {
            try PathTrust.ofBus.check(folder: link + "/run")
        }
        unlink(link)
        rmdir(real + "/run")
        rmdir(real)
    }
}
