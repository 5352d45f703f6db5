import Glibc
import Pictures

/// A small panel with 16 bits a pixel: the device of a framebuffer, such as `/dev/fb1`, or a file.
///
/// The whole frame is written in place each time: a framebuffer can neither be cut nor renamed. Where the picture is not,
/// the panel has the ground of the theme. A panel may be plugged in at any time, so that it is not there is no reason not
/// to start.
public struct PicturePanel: PictureDisplay {
    private let path: String
    private let size: PanelSize
    private let pictures: PictureFiles
    private let facts: PanelFacts
    private var shown: Shown?

    /// Makes it; nothing is touched yet.
    ///
    /// - Parameters:
    ///   - pictures: Where they are drawn.
    ///   - facts: Where the kernel says what it knows of framebuffers.
    public init(path: String, size: PanelSize, pictures: PictureFiles, facts: String = "/sys/class/graphics") {
        self.path = path
        self.size = size
        self.pictures = pictures
        self.facts = PanelFacts(device: path, below: facts)
    }

    /// Leaves the panel alone until there is something to show.
    public func open() throws(DisplayError) {}

    /// Writes the whole frame, unless it is what is seen.
    public mutating func show(_ exhibit: Exhibit) throws(DisplayError) {
        let frame: PictureFiles.File
        do { frame = try pictures.frame(exhibit.picture, size) } catch {
            shown = nil
            throw .drawing(error)
        }
        if let shown, shown.frame == frame, isIntact() { return }
        shown = nil
        if let problem = facts.problem(for: size) { throw .panel(path: path, reason: problem) }
        // What is neither a panel nor a file may wait for somebody who reads, or take a terminal over.
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(openingAdvice) }
        defer { close(descriptor) }
        try check(descriptor)
        try write(frame.bytes, to: descriptor)
        shown = identity(descriptor).map { Shown(frame: frame, panel: $0) }
    }

    /// Whether it is still the device that was written to: one that was plugged in again shows nothing.
    public func isIntact() -> Bool {
        guard let shown else { return true }
        var status = stat()
        return stat(path, &status) == 0 && Identity(status) == shown.panel
    }

    private func check(_ descriptor: Int32) throws(DisplayError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFCHR && isatty(descriptor) == 0 else {
            throw .panel(path: path, reason: "it is neither a framebuffer nor a file; set \"device\" to one")
        }
        var named = stat()
        guard kind == S_IFCHR || status.st_uid == geteuid() && lstat(path, &named) == 0 && named.st_ino == status.st_ino
        else {
            throw .panel(
                path: path, reason: "it is a file of another user, or a link to a file; set \"device\" to your own")
        }
    }

    private func write(_ frame: [UInt8], to descriptor: Int32) throws(DisplayError) {
        var written = 0
        while written < frame.count {
            let count = frame[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
            }
            if count > 0 { written += count; continue }
            if count < 0, errno == EINTR { continue }
            let isFull = count == 0 || errno == EFBIG || errno == ENOSPC
            throw failure(isFull ? "; has it fewer pixels than \(size)? set \"panel\" to its size" : "")
        }
    }

    private func failure(_ advice: String = "") -> DisplayError {
        .panel(path: path, reason: String(cString: strerror(errno)) + advice)
    }

    private var openingAdvice: String {
        errno == EACCES ? "; let the user of navbus write to it, usually as a member of the group video" : ""
    }

    private func identity(_ descriptor: Int32) -> Identity? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Identity(status) : nil
    }

    /// What is seen, and where.
    private struct Shown: Sendable {
        var frame: PictureFiles.File
        var panel: Identity
    }

    /// Which device or file it is, not under which name.
    private struct Identity: Hashable, Sendable {
        var device: UInt
        var number: UInt
        var special: UInt

        init(_ status: stat) {
            device = UInt(status.st_dev)
            number = UInt(status.st_ino)
            special = UInt(status.st_rdev)
        }
    }
}
