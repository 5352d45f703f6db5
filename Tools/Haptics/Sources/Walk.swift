import Guidance
import HapticDevices
import Haptics
import NavigationControl
import NavigationEvents
import Platform
import Positions

/// One simulated walk of a person who follows only the pulses: a closed loop of body, receiver, compass, filter,
/// guidance, the control, and perception. The same settings give the same walk, bit by bit.
///
/// With a pointer the ground is an open plane: only the device leads the walker. Without one the walker follows streets
/// (``StreetPlan``), because turns alone cannot lead across a plane.
struct Walk {
    /// The intervals of the body, the compass and the receiver, milliseconds.
    private static let (step, compassStep, fixStep) = (20, 100, 1000)
    private static let start: Int64 = 946_684_800_000_000_000

    /// A second of the walk.
    struct Trace: Hashable, Sendable {
        var seconds: Double
        var position: Coordinate
        /// The position from the receiver; `nil` during an outage.
        var received: Coordinate?
    }

    private let ground: WalkGround
    private let settings: WalkSettings
    private let decoder: PatternDecoder
    private let actuator: SimulatedActuator
    private var body: WalkerBody
    private var mind: WalkerMind
    private var streets: StreetWalk?
    private var receiver: SimulatedReceiver
    private var compass: SimulatedCompass
    private var guidance = GuidanceState()
    private var filter: PositionFilter
    private var haptics: HapticsSimulation
    private var lastHeading: Double?
    private var feltAt = 0.0
    private var wasOffRoute = false
    private var end: WalkResult.End?
    private(set) var result: WalkResult
    private(set) var trace: [Trace] = []

    /// Prepares a walk.
    ///
    /// - Parameters:
    ///   - route: The route to walk.
    ///   - table: The table of patterns to play.
    ///   - learned: The table that the walker knows, if it is another.
    ///   - settings: The settings of the walk.
    /// - Throws: An error if the route cannot be followed.
    init(along route: Route, table: PatternTable, learned: PatternTable? = nil, settings: WalkSettings) throws {
        self.settings = settings
        ground = WalkGround(route)
        decoder = PatternDecoder(learned ?? table, mode: settings.mode)
        let seeds = (0..<6).map { settings.seed &* 0x9E37_79B9 &+ $0 }
        actuator = SimulatedActuator(
            motors: table.motors, isOn: settings.isDeviceOn,
            rhythm: RhythmCollector(breakMilliseconds: decoder.breakMilliseconds, seed: seeds[0]))
        receiver = SimulatedReceiver(settings.reception, seed: seeds[1])
        compass = SimulatedCompass(settings.compass, seed: seeds[2])
        // The walker does not know the direction of the route: the start direction is random.
        var chance = SplitMix64(seed: seeds[3])
        body = WalkerBody(
            at: ground.line[0], facing: Double(chance.next() % 360), seed: seeds[4])
        mind = WalkerMind(pointing: settings.mode.hasCompass)
        streets = settings.mode.hasCompass ? nil : StreetWalk(on: ground.streets)
        filter = PositionFilter(mode: route.travelMode)
        haptics = try HapticsSimulation(
            // The walker has calibrated the compass before.
            Settings(["mode": .text(settings.mode.rawValue), "trustsOffset": .bool(true)]), table: table,
            actuator: actuator)
        result = WalkResult(end: .lost, seconds: 0, walkedMeters: 0, shortestMeters: ground.lengthMeters)
        try haptics.start()
        haptics.deliver(try guidance.start(route))
    }

    /// Walks until the arrival is perceived, or the time limit is over.
    mutating func run() -> WalkResult {
        let most = Int((result.shortestSeconds * WalkSettings.maxTimeFactor + WalkSettings.extraSeconds) * 1000)
        var now = 0
        while end == nil, now < most {
            advance(at: now)
            now += Self.step
        }
        haptics.stop()
        result.end = end ?? .lost
        result.seconds = Double(now) / 1000
        result.walkedMeters = body.walkedMeters
        result.felt = actuator.feltCount
        return result
    }

    private mutating func advance(at milliseconds: Int) {
        let seconds = Double(milliseconds) / 1000
        actuator.nowMilliseconds = milliseconds
        if milliseconds % Self.compassStep == 0 { point(at: seconds) }
        if milliseconds % Self.fixStep == 0 { receive(at: seconds) }
        if let (began, felt) = actuator.endedRhythm() { respond(felt, began: Double(began) / 1000, at: seconds) }
        let before = body.walkedMeters
        let step = Double(Self.step) / 1000
        body.advance(for: step, at: seconds, pace: mind.pace(at: seconds))
        streets?.walk(body.walkedMeters - before)
        if milliseconds % Self.fixStep == 0 { watch(at: seconds) }
    }

    private var position: PlanePoint { streets?.position ?? body.position }
    private var facing: Double { streets?.bearing ?? body.facingDegrees }

    private mutating func respond(_ felt: [PerceivedPulse], began: Double, at seconds: Double) {
        feltAt = seconds
        guard let meaning = decoder.meaning(of: felt) else {
            result.unrecognized += 1
            return
        }
        // A rhythm that began before the end of the last turn refers to the direction before that turn.
        if meaning.name.isSteering, began < body.turnedAt + WalkerMind.waitsForCompassSeconds { return }
        switch mind.respond(meaning, at: seconds) {
        case .turn(let degrees): body.turn(by: degrees, at: seconds)
        case .turnAtCrossing(let side): streets?.turnAtCrossing(side)
        case .turnAround: streets?.turnAround()
        case .arrive:
            let isThere = position.distance(to: ground.destination) <= WalkResult.destinationMeters
            end = isThere ? .arrived : .elsewhere
        case nil: break
        }
    }

    // MARK: - Inputs of the control

    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: Self.start + Int64((seconds * 1e9).rounded()))
    }

    private mutating func point(at seconds: Double) {
        let degrees = compass.heading(facing: facing, isWalking: body.speed > 0.3, at: seconds)
        lastHeading = degrees
        haptics.deliver(.heading(Heading(time: time(seconds), degrees: degrees, source: "wrist")))
    }

    private mutating func receive(at seconds: Double) {
        let received = receiver.fix(of: (position, body.speed, facing), at: seconds)
        trace.append(
            Trace(
                seconds: seconds, position: ground.coordinate(position),
                received: received.map { ground.coordinate($0.position) }))
        guard let received else { return haptics.deliver(guidance.elapse(to: time(seconds))) }
        let fix = Fix(
            time: time(seconds), position: ground.coordinate(received.position),
            horizontalAccuracyMeters: received.accuracyMeters,
            speedMetersPerSecond: received.speedMetersPerSecond, courseDegrees: received.courseDegrees,
            headingDegrees: lastHeading, quality: .gps)
        guard case .accepted(let smoothed) = filter.accept(fix) else {
            return haptics.deliver(guidance.elapse(to: time(seconds)))
        }
        haptics.deliver(guidance.update(smoothed))
    }

    /// Updates the result with the present state.
    private mutating func watch(at seconds: Double) {
        let distanceFromRouteMeters = position.distance(to: ground.line)
        result.furthestMeters = max(result.furthestMeters, distanceFromRouteMeters)
        result.nearestMeters = min(result.nearestMeters, position.distance(to: ground.destination))
        if distanceFromRouteMeters <= WalkResult.offCourseMeters { feltAt = max(feltAt, seconds) }
        result.maxSilenceSeconds = max(result.maxSilenceSeconds, seconds - feltAt)
        if guidance.info.isOffRoute, !wasOffRoute { result.offRouteEpisodes += 1 }
        wasOffRoute = guidance.info.isOffRoute
    }
}
