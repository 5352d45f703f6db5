import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// `navbus haptics doctor`: prints the findings about calibrations, as lines that `navbus doctor` shows.
enum HapticsDoctorCommand {
    private static let help = """
        navbus-haptics doctor: reports which compasses are calibrated, since when, and which should be calibrated again.

        Usage: navbus-haptics doctor

        A line for each finding: fine, absent or fault, the subject, the finding, and the remedy, separated by tabs.
        navbus doctor shows these lines too.

        Exit codes: 0 reported, with any findings, 64 wrong usage.
        """
    private static let subject = "calibration"
    private static let redo = "face true north, and run navbus haptics calibrate"

    /// Prints the findings.
    static func run(_ arguments: [String]) -> ExitStatus {
        ControlFinding.report(arguments, help: help) {
            findings(
                OffsetFile(folder: StateFolder.path(of: "haptics")),
                at: Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch))
        }
    }

    /// The findings about the stored offsets.
    static func findings(_ file: OffsetFile, at now: Timestamp) -> [ControlFinding] {
        guard file.folder != nil else {
            return [
                ControlFinding(
                    .fault, subject: subject, text: "there is no folder to store it in",
                    remedy: "set HOME or XDG_STATE_HOME")
            ]
        }
        do throws(HapticsError) {
            let offsets = try file.read()
            guard !offsets.isEmpty else {
                return [
                    ControlFinding(
                        .absent, subject: subject, text: "no compass was calibrated yet; pulses for turns work without",
                        remedy: redo)
                ]
            }
            return offsets.sorted { $0.key < $1.key }.map { finding($0.key, $0.value, at: now) }
        } catch {
            return [
                ControlFinding(
                    .fault, subject: subject, text: "failed to \(error)",
                    remedy: "correct the file, or calibrate again, which sets it aside")
            ]
        }
    }

    private static func finding(_ source: String, _ offset: StoredOffset, at now: Timestamp) -> ControlFinding {
        let age = now.seconds(since: offset.time)
        let days = Int(clamping: (age / 86_400).rounded(.down))
        let since = age < 0 ? "in the future" : days == 0 ? "today" : days == 1 ? "yesterday" : "\(days) days ago"
        let how = offset.origin == .facingNorth ? "calibrated facing north" : "learned while walking"
        let text =
            "\(source), offset \(Int(clamping: offset.degrees.rounded()) % 360)° ±\(Int(clamping: offset.spreadDegrees.rounded(.up)))°, "
            + "\(how) \(since)"
        if age < 0 {
            return ControlFinding(
                .absent, subject: subject, text: text, remedy: "set the clock of this machine, or \(redo)")
        }
        guard age <= StoredOffset.maxAgeSeconds else {
            return ControlFinding(
                .absent, subject: subject, text: "\(text); a calibration is valid for 90 days", remedy: redo)
        }
        if offset.origin == .facingNorth, offset.spreadDegrees > StoredOffset.maxSpreadDegrees {
            return ControlFinding(
                .absent, subject: subject, text: "\(text); the heading was unsteady",
                remedy: "away from metal and magnets, \(redo)")
        }
        return ControlFinding(.fine, subject: subject, text: text)
    }
}
