import CPlatform
import Glibc

/// A pipe, of which no child inherits an end by accident.
package struct ProcessPipe {
    /// The end for reading.
    package let reading: Int32
    /// The end for writing.
    package let writing: Int32

    /// Makes a pipe.
    ///
    /// - Throws: ``SystemError`` if the process has no file descriptor left.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard navbus_pipe(&ends) == 0 else {
            throw SystemError(operation: "make a pipe", remedy: "raise the limit of open files (ulimit -n)")
        }
        (reading, writing) = (ends[0], ends[1])
    }
}
