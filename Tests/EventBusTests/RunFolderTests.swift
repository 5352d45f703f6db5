import Access
import Glibc
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

@Suite struct RunFolderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `other users have no access to the folder and its sockets`() async throws {
        rmdir(folder.path)
        let bus = try TestBus(folder: folder)
        #expect(mode(folder.path) == 0o750 & ~currentMask)
        #expect(mode(folder.path + "/requests") == 0o660)
        #expect(mode(folder.path + "/events") == 0o660)
        await bus.server.close()
        #expect(access(folder.path + "/requests", F_OK) != 0, "closing removes the sockets")
    }

    @Test func `the error of a second bus names the first`() async throws {
        let bus = try TestBus(folder: folder)
        let error = #expect(throws: BusError.self) { try TestBus(folder: folder) }
        #expect(error == .folder(.taken(folder: folder.path, processID: getpid())))
        #expect(error?.description.contains("process \(getpid())") == true)
        await bus.server.close()
        let next = try TestBus(folder: folder)
        await next.server.close()
    }

    @Test func `the sockets and the lock of a killed bus are reused`() async throws {
        try LocalSocket.leaveDead(at: folder.path + "/requests")
        try LocalSocket.leaveDead(at: folder.path + "/events")
        try writeFile(folder.path + "/lock", "99999\n")
        let bus = try TestBus(folder: folder)
        let client = try bus.subscriber()
        _ = client
        await bus.server.close()
    }

    @Test func `a file at the path of a socket is refused and kept`() throws {
        try writeFile(folder.path + "/requests", "mine")
        #expect(throws: BusError.pathTaken(path: folder.path + "/requests", by: "a file")) {
            try TestBus(folder: folder)
        }
        #expect(access(folder.path + "/requests", F_OK) == 0)
    }

    @Test func `a link at the path of a socket is refused`() throws {
        symlink("/etc/passwd", folder.path + "/events")
        #expect(throws: BusError.pathTaken(path: folder.path + "/events", by: "a link")) {
            try TestBus(folder: folder)
        }
    }

    @Test func `a link instead of the lock is not followed`() throws {
        symlink(folder.path + "/elsewhere", folder.path + "/lock")
        #expect(throws: BusError.self) { try TestBus(folder: folder) }
        #expect(access(folder.path + "/elsewhere", F_OK) != 0)
    }

    @Test func `a folder that is a file is refused`() throws {
        try writeFile(folder.path + "/file", "")
        refused(folder.path + "/file", .isNoFolder)
    }

    @Test func `a folder that is a link is refused`() throws {
        symlink("/tmp", folder.path + "/file")
        refused(folder.path + "/file", .isLink)
    }

    @Test func `a folder that other users may write to is refused`() throws {
        chmod(folder.path, 0o777)
        refused(folder.path, .isOpen(mode: 0o777))
        chmod(folder.path, 0o700)
    }

    @Test func `a folder of another user is refused`() {
        // Root owns every folder, so it gives one to another user.
        guard geteuid() == 0 else { return refused("/", .isForeign(0)) }
        chown(folder.path, 1, 1)
        refused(folder.path, .isForeign(1))
    }

    @Test func `a folder without a parent is refused with advice`() {
        let error = #expect(throws: BusError.self) { try RunFolder(path: "/no/such/folder").lock() }
        #expect(error?.description.contains("create the folder above it") == true)
    }

    private func refused(_ path: String, _ problem: FolderProblem) {
        #expect(throws: BusError.folder(.unusable(path: path, problem))) { try RunFolder(path: path).lock() }
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private var currentMask: UInt32 {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }

    private func writeFile(_ path: String, _ text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        write(descriptor, text, text.utf8.count)
        close(descriptor)
    }
}
