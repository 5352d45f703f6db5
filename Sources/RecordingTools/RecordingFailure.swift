package import Recording

/// A recording could not be written completely. The description completes "failed to …".
package struct RecordingFailure: Error, CustomStringConvertible {
    /// What happened.
    package let error: RecordingError

    package var description: String { "\(error)" }

    package static func whileWriting(_ body: () throws(RecordingError) -> Void) throws(RecordingFailure) {
        do {
            try body()
        } catch {
            throw RecordingFailure(error: error)
        }
    }
}
