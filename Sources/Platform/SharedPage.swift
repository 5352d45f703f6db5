import CPlatform
import Glibc

/// A page of memory that two processes share, and that neither can shorten.
package final class SharedPage {
    /// Number of bytes.
    package static let bytes = 4096

    /// The first byte.
    package let start: UnsafeMutableRawPointer

    /// Maps a page of another process.
    ///
    /// - Throws: ``SystemError`` if it cannot be mapped.
    package init(_ descriptor: Int32) throws(SystemError) {
        guard let start = mmap(nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else { throw SystemError(operation: "map a shared page") }
        self.start = start
    }

    /// Makes a page of zeros, and lends its descriptor for another process.
    ///
    /// - Throws: ``SystemError`` if there is no memory, or no descriptor left.
    package convenience init(sharing body: (Int32) -> Void) throws(SystemError) {
        let descriptor = navbus_sealed_memory("navbus", Self.bytes)
        guard descriptor >= 0 else { throw SystemError(operation: "make a shared page") }
        defer { close(descriptor) }
        try self.init(descriptor)
        body(descriptor)
    }

    deinit { munmap(start, Self.bytes) }
}
