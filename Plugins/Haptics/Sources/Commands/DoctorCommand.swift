import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// `navbus haptics doctor`: what there is to say of calibrations, as lines that `navbus doctor` shows.
enum DoctorCommand {
    private static let help = """
        navbus-haptics doctor: tells which compasses are calibrated, since when, and what is to be done again.

        Usage: navbus-haptics doctor

        A line for each thing looked at: fine, absent or fault, what it is, what was found, and the way out, with
        tabulators between them. navbus doctor shows them too.

        Exit codes: 0 told, whatever was found, 64 wrong usage.
        """
    private static let subject = "calibration"
    private static let redo = "face true north, and run navbus haptics calibrate"

    /// Prints the findings.
    static func run(_ arguments: [String]) -> CommandEnding {
        if CommandWords.wantHelp(arguments) {
            Terminal.lines(help)
            return .done
        }
        guard arguments.isEmpty else {
            complain("unknown argument \"\(arguments[0])\"; try --help")
            return .usage
        }
        for finding in findings(OffsetFile(folder: StateFolder.path()), at: Timestamp(nanosecondsSinceEpoch: WallClock.nanosecondsSinceEpoch)) {
            Terminal.line(finding.line)
        }
        return .done
    }

    /// What there is to say of what is kept.
    static func findings(_ file: OffsetFile, at now: Timestamp) -> [ControlFinding] {
        guard file.folder != nil else {
            return [
                ControlFinding(
                    .fault, subject: subject, text: "there is no folder to keep it in",
                    remedy: "set HOME or XDG_STATE_HOME")
            ]
        }
        do throws(HapticsError) {
            let offsets = try file.read()
            guard !offsets.isEmpty else {
                return [
                    ControlFinding(
                        .absent, subject: subject, text: "no compass was calibrated yet; turns are felt without",
                        remedy: redo)
                ]
            }
            return offsets.sorted { $0.key < $1.key }.map { finding($0.key, $0.value, at: now) }
        } catch {
            return [
                ControlFinding(
                    .fault, subject: subject, text: "failed to \(error)",
                    remedy: "mend the file; or calibrate anew, which sets it aside")
            ]
        }
    }

    private static func finding(_ source: String, _ offset: StoredOffset, at now: Timestamp) -> ControlFinding {
        let age = now.seconds(since: offset.time)
        let days = Int(clamping: (age / 86_400).rounded(.down))
        let since = age < 0 ? "in the future" : days == 0 ? "today" : days == 1 ? "yesterday" : "\(days) days ago"
        let how = offset.origin == .facingNorth ? "calibrated facing north" : "learned on the way"
        let text =
            "\(source) sits at \(Int(clamping: offset.degrees.rounded()) % 360)° ±\(Int(clamping: offset.spreadDegrees.rounded(.up)))°, "
            + "\(how) \(since)"
        if age < 0 {
            return ControlFinding(
                .absent, subject: subject, text: text, remedy: "set the clock of this machine, or \(redo)")
        }
        guard age <= StoredOffset.mostAgeSeconds else {
            return ControlFinding(
                .absent, subject: subject, text: "\(text); it holds for 90 days", remedy: redo)
        }
        if offset.origin == .facingNorth, offset.spreadDegrees > StoredOffset.mostSpreadDegrees {
            return ControlFinding(
                .absent, subject: subject, text: "\(text); it trembled", remedy: "away from metal and magnets, \(redo)")
        }
        return ControlFinding(.fine, subject: subject, text: text)
    }
}
