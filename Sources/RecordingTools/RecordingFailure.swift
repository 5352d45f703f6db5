package import Recording

/// A recording could not be written completely. The description completes "failed to …".
package struct RecordingFailure: Error, CustomStringConvertible {
    /// The error of the writer.
    package let error: RecordingError

    package var description: String { "\(error)" }

    /// Turns an error of the writer into this one.
    package static func whileWriting(_ body: () throws(RecordingError) -> Void) throws(RecordingFailure) {
        do {
            try body()
        } catch {
            throw RecordingFailure(error: error)
        }
    }
}
