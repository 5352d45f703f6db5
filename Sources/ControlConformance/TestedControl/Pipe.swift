import Glibc

/// Both ends of a pipe, which no child inherits.
struct Pipe {
    /// The end for reading.
    let end: Int32
    /// The end for writing.
    let start: Int32

    /// Opens a named pipe in a folder and removes its name: unlike `pipe`, this leaves no moment in which another
    /// process that is being started could inherit it.
    init(in folder: String) throws(CaseEnding) {
        let name = folder + "/pipe"
        defer { unlink(name) }
        guard mkfifo(name, 0o600) == 0 else { throw .broken("make a pipe in \(folder): \(systemReason())") }
        end = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        start = open(name, O_WRONLY | O_CLOEXEC)
        guard end >= 0, start >= 0, fcntl(end, F_SETFL, 0) == 0 else {
            let reason = systemReason()
            for descriptor in [end, start] where descriptor >= 0 { close(descriptor) }
            throw .broken("open a pipe in \(folder): \(reason)")
        }
    }
}

/// The text of the last system error of this thread.
func systemReason() -> String { String(cString: strerror(errno)) }
