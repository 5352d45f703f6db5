/// The recording does not contain what was asked for. The description completes "failed to …".
package struct NotRecorded: Error, CustomStringConvertible {
    var what: String
    var recording: String

    /// - Parameters:
    ///   - what: What was asked for, such as "tick 7".
    ///   - recording: The recording, or "live" for the running bus.
    package init(what: String, recording: String) {
        self.what = what
        self.recording = recording
    }

    package var description: String {
        recording == "live"
            ? "find \(what): the bus has not published it, or its journal no longer holds it; record with navbus record"
            : "find \(what) in \(recording): it is not in the recording; navbus info \(recording) shows its contents"
    }
}
