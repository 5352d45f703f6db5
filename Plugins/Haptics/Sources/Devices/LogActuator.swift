import NavigationEvents
import Glibc
import Platform

/// Prints pulses instead of making them felt; needs no device at all.
struct LogActuator: HapticActuator {
    /// The file the lines are written to as well; empty for none.
    let file: String
    /// Whether lines are printed, and not only written to the file.
    var isPrinting = true
    private let printLine: (String) -> Void
    private var stream: UnsafeMutablePointer<FILE>?

    init(file: String, print: @escaping (String) -> Void) {
        self.file = file
        printLine = print
    }

    mutating func open(isContinued: Bool) throws(HapticsError) {
        guard !file.isEmpty, stream == nil else { return }
        // Folders that cannot be made are named by the attempt to open the file.
        PrivateFile.makeFolders(above: file)
        let descriptor = PrivateFile.open(file, O_WRONLY | (isContinued ? O_APPEND : O_TRUNC))
        guard descriptor >= 0, let opened = fdopen(descriptor, isContinued ? "ae" : "we") else {
            throw .logFile(path: file, reason: String(cString: strerror(errno)))
        }
        stream = opened
    }

    func play(_ command: HapticCommand) throws(HapticsError) {
        let line = PulseLine(command: command).text
        if isPrinting { printLine(line) }
        guard let stream else { return }
        // Flushed line by line: a log is read while it grows.
        guard fputs(line + "\n", stream) >= 0, fflush(stream) == 0 else {
            throw .logFile(path: file, reason: String(cString: strerror(errno)))
        }
    }

    /// What is printed is printed.
    func cancel() {}

    mutating func close() {
        // Every line was flushed, so closing has nothing left to fail at.
        if let stream { fclose(stream) }
        stream = nil
    }
}
