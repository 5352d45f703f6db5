import Glibc
import NavigationEvents

// Prints the costs of pictures in comparison with librsvg, which draws an equal SVG, and with Cairo's PNG encoder.
// The first argument is the number of rounds. With a map file, LATITUDE and LONGITUDE, it prints the costs of maps.
do {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 3, let path = arguments.first, let latitude = Double(arguments[2]),
        let longitude = Double(arguments[3])
    {
        let start = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
        try MapBench(path: path, start: start).run()
    } else {
        try PictureBench(rounds: arguments.first.flatMap { Int($0) } ?? 41).run()
    }
} catch {
    let line = Array("navbus-bench-pictures: failed to \(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
