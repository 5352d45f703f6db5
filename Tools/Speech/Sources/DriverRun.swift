import Geodesy
import Glibc
import NavigationEvents
import Platform

/// The drive of a ``PreviewDriver``: fixes, and the true times and places.
struct DriverRun {
    /// A fix with the true position.
    struct Sample {
        var fix: Fix
        /// Metres along the line of the route.
        var alongMeters: Double
    }

    /// Seconds for which errors of the receiver last.
    private static let errorSeconds = 20.0
    private static let speedNoise = 0.15
    private static let courseNoise = 2.0
    private static let stepSeconds = 0.05
    private static let restSeconds = 8.0

    /// The fixes, in order.
    private(set) var samples: [Sample] = []
    /// The seconds from the start to the passing of each maneuver, by the number of its step.
    private(set) var passedAtSeconds: [Int: Double] = [:]
    /// Metres along the line to the maneuver of each step, by its number.
    private(set) var stepAlongMeters: [Int: Double] = [:]

    private let line: DriverLine
    private let driver: PreviewDriver
    private var random: SplitMix64

    /// Simulates a drive.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - driver: The driver.
    ///   - settings: The rate, noise and seed of the receiver.
    ///   - start: The time of the first fix.
    init(along route: Route, driver: PreviewDriver, settings: PreviewDrive.Settings, start: Timestamp) {
        self.driver = driver
        random = SplitMix64(seed: settings.seed)
        var line = DriverLine(route, driver: driver)
        let steps = route.legs.flatMap(\.steps)
        for step in steps { stepAlongMeters[step.number] = line.along(vertex: step.geometryIndex) }
        let waits = line.placeLights(steps, driver: driver, mode: route.travelMode, random: &random)
        line.smooth(driver, mode: route.travelMode)
        self.line = line
        drive(settings, start: start, waits: waits)
    }

    private mutating func drive(
        _ settings: PreviewDrive.Settings, start: Timestamp, waits: [(along: Double, seconds: Double)]
    ) {
        let every = max(1, Int((1 / (settings.rateHertz * Self.stepSeconds)).rounded()))
        let fading = exp(-Double(every) * Self.stepSeconds / Self.errorSeconds)
        let fresh = settings.noiseMeters * (1 - fading * fading).squareRoot()
        var error = (east: random.normal() * settings.noiseMeters, north: random.normal() * settings.noiseMeters)
        var (along, tick, waits, waiting, rest) = (0.0, 0, waits[...], 0.0, Self.restSeconds)
        var steps = stepAlongMeters.sorted { $0.value < $1.value }[...]
        while rest > 0 {
            if let wait = waits.first, along >= wait.along { (waiting, waits) = (wait.seconds, waits.dropFirst()) }
            let isAtEnd = along >= line.lengthMeters
            let speed = isAtEnd || waiting > 0 ? 0 : line.speed(at: along)
            if tick % every == 0 {
                error = (fading * error.east + random.normal() * fresh, fading * error.north + random.normal() * fresh)
                let time = start.advanced(bySeconds: Double(tick) * Self.stepSeconds)
                samples.append(Sample(fix: fix(at: along, speed, error, settings, time), alongMeters: along))
            }
            let next = along + speed * Self.stepSeconds
            while let step = steps.first, step.value <= next {
                let share = next > along ? max(step.value - along, 0) / (next - along) : 0
                passedAtSeconds[step.key] = (Double(tick) + share) * Self.stepSeconds
                steps = steps.dropFirst()
            }
            if waiting > 0 { waiting -= Self.stepSeconds }
            if isAtEnd { rest -= Self.stepSeconds }
            (along, tick) = (next, tick + 1)
        }
    }

    private mutating func fix(
        at along: Double, _ speed: Double, _ error: (east: Double, north: Double), _ settings: PreviewDrive.Settings,
        _ time: Timestamp
    ) -> Fix {
        let place = line.place(at: along)
        let course = (place.course + random.normal() * Self.courseNoise + 360).truncatingRemainder(dividingBy: 360)
        return Fix(
            time: time,
            position: LocalScale(at: place.position).moved(
                place.position, eastMeters: error.east, northMeters: error.north),
            horizontalAccuracyMeters: max(3, settings.noiseMeters * 1.51),
            speedMetersPerSecond: speed > 0 ? max(speed + random.normal() * Self.speedNoise, 0) : 0,
            courseDegrees: speed > 0.5 ? course : nil, quality: .gps)
    }
}
