import NavigationEvents
import Glibc
import Platform

/// Prints pulses as lines of text, without a device.
package struct LogActuator: HapticActuator {
    /// The file to which the lines are written as well; empty for none.
    package let file: String
    /// Whether lines are printed, or only written to the file.
    package var isPrinting = true
    private let printLine: (String) -> Void
    private var stream: UnsafeMutablePointer<FILE>?

    /// Makes an actuator that has opened no file yet.
    ///
    /// - Parameters:
    ///   - file: The path of the file; empty for none.
    ///   - print: Prints a line.
    package init(file: String, print: @escaping (String) -> Void) {
        self.file = file
        printLine = print
    }

    /// Opens the file, and creates its folders.
    package mutating func open(isContinued: Bool) throws(HapticDeviceError) {
        guard !file.isEmpty, stream == nil else { return }
        // If a folder cannot be created, opening the file fails with the reason.
        PrivateFile.makeFolders(above: file)
        let descriptor = PrivateFile.open(file, O_WRONLY | (isContinued ? O_APPEND : O_TRUNC))
        guard descriptor >= 0, let opened = fdopen(descriptor, isContinued ? "ae" : "we") else {
            throw .logFile(path: file, reason: String(cString: strerror(errno)))
        }
        stream = opened
    }

    /// Prints the line of a command, and appends it with its time to the file.
    package func play(_ command: HapticCommand) throws(HapticDeviceError) {
        let line = PulseLine(command: command)
        // Printed lines have no time, like those of the other controls.
        if isPrinting { printLine(line.textWithoutTime) }
        guard let stream else { return }
        // Flushed line by line, because a log is read while it grows.
        guard fputs(line.text + "\n", stream) >= 0, fflush(stream) == 0 else {
            throw .logFile(path: file, reason: String(cString: strerror(errno)))
        }
    }

    /// Does nothing: a printed line cannot be cancelled.
    package func cancel() {}

    /// Closes the file.
    package mutating func close() {
        // Every line was flushed, so closing cannot fail.
        if let stream { fclose(stream) }
        stream = nil
    }
}
