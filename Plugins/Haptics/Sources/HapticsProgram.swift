import NavigationControl
import Platform

/// The program `navbus-haptics`.
package enum HapticsProgram {
    /// Runs the control, or the command that the arguments name; does not return.
    package static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let words = Array(arguments.dropFirst())
        switch arguments.first ?? "" {
        case "calibrate": CalibrateCommand.run(words).leave()
        case "doctor": HapticsDoctorCommand.run(words).leave()
        case "devices", "patterns", "walker":
            complain(usage: "\(arguments[0]) is a command of another program; run navbus haptics \(arguments[0])")
            ExitStatus.usage.leave()
        default:
            ControlProcess.run(
                "haptics",
                summary: """
                    Turns guidance into vibration: turns, conditions of the drive, the direction to go.

                    Commands of navbus haptics (each has --help):
                      calibrate                       guides the wearer to face north and calibrates the compass
                      devices [DEVICE]                tests devices, and vibrates them
                      doctor                          reports which compasses are calibrated
                      patterns [TABLE]                shows the pulses of each situation, checks tables
                      walker --route FILE             simulates a walker who follows only the pulses
                    """
            ) { context in try HapticsControl(context) }
        }
    }
}
