import Guidance
import NavigationControl
import NavigationEvents
import Platform
import Positions

/// One walk of somebody who obeys nothing but what is felt: the loop is closed from the body over receiver, compass,
/// filter, guidance and this control back to the skin. The same settings give the same walk, bit by bit.
///
/// With a pointer the world is an open plane: nothing keeps the walker on a street, so all that leads is the device.
/// Without one the walker follows streets (``StreetPlan``): turns alone lead nobody across a plane.
struct Walk {
    /// Milliseconds between two moments of the body, the compass and the receiver.
    private static let (step, compassStep, fixStep) = (20, 100, 1000)
    private static let start: Int64 = 946_684_800_000_000_000

    /// A place of the walk, a second each.
    struct Trace: Hashable, Sendable {
        var seconds: Double
        var position: Coordinate
        /// What the receiver told; `nil` while it told nothing.
        var received: Coordinate?
    }

    private let ground: WalkGround
    private let settings: WalkSettings
    private let decoder: PatternDecoder
    private let skin: SkinActuator
    private var body: WalkerBody
    private var mind: WalkerMind
    private var streets: StreetWalk?
    private var receiver: SimulatedReceiver
    private var compass: SimulatedCompass
    private var guidance = GuidanceState()
    private var filter: PositionFilter
    private var driver: ControlDriver<HapticsControl>
    private var lastHeading: Double?
    private var feltAt = 0.0
    private var wasAstray = false
    private var end: WalkResult.End?
    private(set) var result: WalkResult
    private(set) var trace: [Trace] = []

    /// Prepares a walk along a route with a table of patterns.
    ///
    /// - Parameter learned: The table that the walker knows, if not the one that is felt.
    /// - Throws: When the route cannot be followed.
    init(along route: Route, table: PatternTable, learned: PatternTable? = nil, settings: WalkSettings) throws {
        self.settings = settings
        ground = WalkGround(route)
        decoder = PatternDecoder(learned ?? table, mode: settings.mode)
        let seeds = (0..<6).map { settings.seed &* 0x9E37_79B9 &+ $0 }
        skin = SkinActuator(
            motors: table.motors, isOn: settings.isDeviceOn,
            rhythm: FeltRhythm(breakMilliseconds: decoder.breakMilliseconds, seed: seeds[0]))
        receiver = SimulatedReceiver(settings.sky, seed: seeds[1])
        compass = SimulatedCompass(settings.compass, seed: seeds[2])
        // One does not know where to go: any direction is as good as another.
        var chance = SplitMix64(seed: seeds[3])
        body = WalkerBody(
            at: ground.line[0], facing: Double(chance.next() % 360), seed: seeds[4])
        mind = WalkerMind(pointing: settings.mode.hasCompass)
        streets = settings.mode.hasCompass ? nil : StreetWalk(on: ground.streets)
        filter = PositionFilter(mode: route.travelMode)
        var haptics = settings.haptics
        haptics.mode = settings.mode
        driver = ControlDriver(HapticsControl.simulated(haptics, table: table, actuator: skin))
        result = WalkResult(end: .lost, seconds: 0, walkedMeters: 0, shortestMeters: ground.lengthMeters)
        try driver.start()
        driver.deliver(try guidance.start(route))
    }

    /// Walks until the arrival is felt, or it has taken far too long.
    mutating func run() -> WalkResult {
        let most = Int((result.shortestSeconds * WalkSettings.mostTimes + WalkSettings.moreSeconds) * 1000)
        var now = 0
        while end == nil, now < most {
            live(at: now)
            now += Self.step
        }
        driver.stop()
        result.end = end ?? .lost
        result.seconds = Double(now) / 1000
        result.walkedMeters = body.walkedMeters
        result.felt = skin.feltCount
        return result
    }

    private mutating func live(at milliseconds: Int) {
        let seconds = Double(milliseconds) / 1000
        skin.nowMilliseconds = milliseconds
        if milliseconds % Self.compassStep == 0 { point(at: seconds) }
        if milliseconds % Self.fixStep == 0 { receive(at: seconds) }
        if let (began, felt) = skin.felt() { obey(felt, began: Double(began) / 1000, at: seconds) }
        let before = body.walkedMeters
        let step = Double(Self.step) / 1000
        body.live(for: step, at: seconds, pace: mind.pace(at: seconds))
        streets?.walk(body.walkedMeters - before)
        if milliseconds % Self.fixStep == 0 { watch(at: seconds) }
    }

    private var place: PlanePoint { streets?.place ?? body.place }
    private var facing: Double { streets?.bearing ?? body.facingDegrees }

    private mutating func obey(_ felt: [FeltPulse], began: Double, at seconds: Double) {
        feltAt = seconds
        guard let meaning = decoder.meaning(of: felt) else {
            result.unrecognized += 1
            return
        }
        // What began before the last turn was done tells of where one faced then.
        if meaning.name.isSteering, began < body.turnedAt + WalkerMind.waitsForCompassSeconds { return }
        switch mind.obey(meaning, at: seconds) {
        case .turn(let degrees): body.turn(by: degrees, at: seconds)
        case .take(let side): streets?.take(side)
        case .turnAround: streets?.turnAround()
        case .arrive:
            let isThere = place.distance(to: ground.destination) <= WalkResult.destinationMeters
            end = isThere ? .arrived : .elsewhere
        case nil: break
        }
    }

    // MARK: What the devices of the walker tell

    private func time(_ seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: Self.start + Int64((seconds * 1e9).rounded()))
    }

    private mutating func point(at seconds: Double) {
        let degrees = compass.heading(facing: facing, isWalking: body.speed > 0.3, at: seconds)
        lastHeading = degrees
        driver.deliver(.heading(Heading(time: time(seconds), degrees: degrees, source: "wrist")))
    }

    private mutating func receive(at seconds: Double) {
        let received = receiver.fix(of: (place, body.speed, facing), at: seconds)
        trace.append(
            Trace(
                seconds: seconds, position: ground.coordinate(place),
                received: received.map { ground.coordinate($0.place) }))
        guard let received else { return driver.deliver(guidance.elapse(to: time(seconds))) }
        let fix = Fix(
            time: time(seconds), position: ground.coordinate(received.place),
            horizontalAccuracyMeters: received.accuracyMeters,
            speedMetersPerSecond: received.speedMetersPerSecond, courseDegrees: received.courseDegrees,
            headingDegrees: lastHeading, quality: .gps)
        guard case .accepted(let smoothed) = filter.accept(fix) else {
            return driver.deliver(guidance.elapse(to: time(seconds)))
        }
        driver.deliver(guidance.update(smoothed))
    }

    /// Looks on, for what is told of the walk.
    private mutating func watch(at seconds: Double) {
        let astray = place.distance(to: ground.line)
        result.furthestMeters = max(result.furthestMeters, astray)
        result.nearestMeters = min(result.nearestMeters, place.distance(to: ground.destination))
        if astray <= WalkResult.offCourseMeters { feltAt = max(feltAt, seconds) }
        result.longestSilenceSeconds = max(result.longestSilenceSeconds, seconds - feltAt)
        if guidance.info.isOffRoute, !wasAstray { result.offRouteEpisodes += 1 }
        wasAstray = guidance.info.isOffRoute
    }
}
