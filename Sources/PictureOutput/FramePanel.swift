import Glibc

/// The pixels of a small panel with 16 bits each: the device of a framebuffer, such as `/dev/fb1`, or a file.
///
/// The whole frame is written in place each time: a framebuffer can neither be truncated nor renamed. A panel may be
/// connected at any time: it is opened for each frame.
public struct FramePanel: Sendable {
    private let path: String
    private let size: PanelSize
    private let properties: FramebufferProperties
    private var shown: Shown?

    /// Names the panel; writes nothing.
    ///
    /// - Parameters:
    ///   - path: The device or file.
    ///   - size: The size of the panel.
    ///   - properties: The folder of the kernel with the properties of framebuffers.
    public init(path: String, size: PanelSize, properties: String = "/sys/class/graphics") {
        self.path = path
        self.size = size
        self.properties = FramebufferProperties(device: path, below: properties)
    }

    /// Writes the whole frame, unless it is already shown.
    ///
    /// - Parameter frame: The pixels row by row, two bytes each: RGB565, little-endian.
    public mutating func show(_ frame: [UInt8]) throws(DisplayError) {
        if let shown, shown.frame == frame, isIntact() { return }
        shown = nil
        if let problem = properties.problem(for: size) { throw .panel(path: path, reason: problem) }
        // A pipe would block until it has a reader, and a terminal could become the controlling terminal.
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(openingAdvice) }
        defer { close(descriptor) }
        try check(descriptor)
        try write(frame, to: descriptor)
        shown = identity(descriptor).map { Shown(frame: frame, panel: $0) }
    }

    /// Forgets the frame that is shown: the next one is written in any case.
    mutating func forget() { shown = nil }

    /// Whether it is still the device that was written to: a reconnected one shows nothing.
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
            throw .panel(path: path, reason: "it is neither a framebuffer nor a file; set \"device\" to a framebuffer")
        }
        var named = stat()
        guard kind == S_IFCHR || status.st_uid == geteuid() && lstat(path, &named) == 0 && named.st_ino == status.st_ino
        else {
            throw .panel(
                path: path,
                reason: "it is a file of another user, or a link to a file; set \"device\" to a file of your own")
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
            throw failure(isFull ? "; if it has fewer pixels than \(size), set \"panel\" to its size" : "")
        }
    }

    private func failure(_ advice: String = "") -> DisplayError {
        .panel(path: path, reason: String(cString: strerror(errno)) + advice)
    }

    private var openingAdvice: String {
        errno == EACCES ? "; give the user of navbus write access, usually through the group video" : ""
    }

    private func identity(_ descriptor: Int32) -> Identity? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Identity(status) : nil
    }

    /// The frame on the panel, and the device that shows it.
    private struct Shown: Sendable {
        var frame: [UInt8]
        var panel: Identity
    }

    /// The identity of a device or file, independent of its name.
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
