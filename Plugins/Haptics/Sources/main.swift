import NavigationControl

let arguments = Array(CommandLine.arguments.dropFirst())
let words = Array(arguments.dropFirst())
switch arguments.first ?? "" {
case "calibrate": CalibrateCommand.run(words).leave()
case "devices": DevicesCommand.run(words).leave()
case "doctor": DoctorCommand.run(words).leave()
case "patterns": PatternsCommand.run(words).leave()
case "walker": WalkerCommand.run(words).leave()
default:
    ControlProcess.run(
        "haptics",
        summary: """
            Makes guidance felt: turns, happenings, the direction to go.

            Commands, each explains itself with --help:
              calibrate                       leads through facing north, for the compass that is worn
              devices [DEVICE]                tries devices, and makes them felt
              doctor                          tells which compasses are calibrated
              patterns [TABLE]                shows what each situation feels like, checks tables
              walker --route FILE             lets somebody walk who obeys nothing but the pulses
            """
    ) { context in try HapticsControl(context) }
}
