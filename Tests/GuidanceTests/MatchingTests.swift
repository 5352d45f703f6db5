import Guidance
import NavigationEvents
import Platform
import Positions
import TestSupport
import Testing

@Suite("Matched positions")
struct MatchingTests {
    private static let threeLegs = Road().straight(500).turn(.turnRight, onto: "Hauptstraße").straight(400)
        .turn(.turnLeft, onto: "Neckarweg").straight(600)

    @Test func `without noise the position along the route is the distance driven`() throws {
        let drive = Drive(road: Self.threeLegs, slowsAtCorners: false)
        let journey = try Journey.along(Self.threeLegs.route(), drive.fixes())
        for (index, place) in journey.matchedMeters.enumerated() { #expect(abs(place - 12 * Double(index)) < 1.5) }
    }

    @Test func `steps, streets and remaining distances follow one another`() throws {
        let journey = try Journey.along(Self.threeLegs.route(), Drive(road: Self.threeLegs).fixes())
        let streets = journey.infos.map(\.currentStreetName).reduce(into: [String]()) { list, name in
            if list.last != name { list.append(name) }
        }
        #expect(streets == ["Startweg", "Hauptstraße", "Neckarweg"])
        let first = try #require(journey.infos.first)
        #expect(first.currentStep?.maneuver == .turnRight)
        #expect(first.nextStep?.maneuver == .turnLeft)
        #expect(first.remainingSteps.map(\.maneuver) == [.turnLeft, .destination])
        #expect(abs((first.toManeuver?.distanceMeters ?? 0) - 500) < 1)
        #expect(abs((first.toDestination?.distanceMeters ?? 0) - 1500) < 1)
        #expect(abs((first.toDestination?.durationSeconds ?? 0) - 1500 / 14) < 1)
        #expect(abs((first.maneuverToNextMeters ?? 0) - 400) < 0.1)
    }

    @Test func `distances agree with those that the provider declares`() throws {
        var route = Self.threeLegs.route()
        for index in route.legs[0].steps.indices { route.legs[0].steps[index].distanceFromPreviousMeters *= 1.04 }
        let journey = try Journey.along(route, Drive(road: Self.threeLegs).fixes())
        #expect(abs((journey.infos.first?.toDestination?.distanceMeters ?? 0) - 1560) < 1)
        #expect(journey.arrived)
    }

    @Test(arguments: UInt64(1)...20)
    func `the remaining distance never grows on a straight drive`(seed: UInt64) throws {
        let road = Road().straight(2000)
        for hertz in [1.0, 5, 10] {
            let drive = Drive(road: road, hertz: hertz, noise: 5, seed: seed)
            let journey = try Journey.along(road.route(), drive.fixes(), filtered: true)
            let remaining = journey.infos.compactMap(\.toDestination?.distanceMeters)
            #expect(zip(remaining, remaining.dropFirst()).allSatisfy { $0 >= $1 }, "seed \(seed), \(hertz) Hz")
            #expect(journey.arrived)
        }
    }

    @Test(arguments: UInt64(1)...20) func `noisy city drives stay within twenty metres of the truth and on the route`(
        seed: UInt64
    ) throws {
        let road = Roads.city(seed: seed)
        let drive = Drive(road: road, noise: 5, seed: seed)
        let clean = try Journey.along(road.route(), Drive(road: road).fixes())
        let noisy = try Journey.along(road.route(), drive.fixes(), filtered: true)
        let worst = zip(clean.matchedMeters, noisy.matchedMeters).map { abs($0 - $1) }.max() ?? .infinity
        #expect(worst < 20, "seed \(seed)")
        #expect(!noisy.wasOffRoute && noisy.arrived, "seed \(seed)")
    }

    @Test func `the same fixes yield exactly the same events`() throws {
        let road = Roads.city(seed: 3)
        let fixes = Drive(road: road, noise: 8, seed: 9).fixes()
        let one = try Journey.along(road.route(), fixes, filtered: true)
        let other = try Journey.along(road.route(), fixes, filtered: true)
        #expect(one.events == other.events)
    }

    @Test(arguments: UInt64(1)...5) func `guidance without events equals guidance with events, on and off the route`(
        seed: UInt64
    ) throws {
        let road = Roads.city(seed: seed)
        let plan = Roads.city(seed: seed, blocks: 9).straight(300)
        var events = GuidanceState()
        var plain = GuidanceState()
        _ = try events.start(plan.route())
        _ = try plain.start(plan.route())
        #expect(plain.info.state == .stopped)
        for fix in Drive(road: road, noise: 4, seed: seed).fixes() {
            let published = events.update(fix)
            let advance = plain.advance(to: fix)
            switch advance {
            case .nothing: #expect(published.isEmpty, "seed \(seed)")
            case .passed: #expect(published.count == 1, "seed \(seed)")
            case .guided: #expect(published.count == 2, "seed \(seed)")
            case .ended(let last): #expect(Array(published.dropFirst(2)) == last && last.count == 2, "seed \(seed)")
            }
            if published.count > 1 { #expect(published[1] == .navigation(plain.info), "seed \(seed)") }
        }
    }

    @Test func `tunnels and speed limits are those of the matched position`() throws {
        let road = Road().straight(300).tunnel { $0.straight(300) }.limited(to: 13.9) { $0.straight(300) }
        let journey = try Journey.along(road.route(), Drive(road: road, slowsAtCorners: false).fixes())
        for info in journey.infos {
            let meters = info.matched?.distanceAlongRouteMeters ?? 0
            #expect(info.isInTunnel == (meters >= 300 && meters < 600))
            #expect((info.speedLimit?.metersPerSecond == 13.9) == (meters >= 600 && meters < 900))
        }
    }

    @Test func `lanes belong to their step`() throws {
        let lanes = [
            Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
            Lane(directions: [LaneDirection(shape: .straight, isRecommended: false)]),
        ]
        let road = Road().straight(300).turn(.turnLeft, onto: "A", lanes: lanes).straight(300)
        let journey = try Journey.along(road.route(), Drive(road: road).fixes())
        for info in journey.infos {
            #expect((info.currentStep?.lanes == lanes) == (info.currentStep?.maneuver == .turnLeft))
        }
    }

    @Test func `the lookahead point is ahead on the route and absent next to the stop`() throws {
        let road = Road(mode: .foot).straight(200)
        let journey = try Journey.along(
            road.route(), Drive(road: road, speed: 1.4, slowsAtCorners: false, accuracy: 8).fixes())
        let info = try #require(journey.infos.first)
        let point = try #require(info.lookahead)
        #expect(abs(point.distanceMeters - 22) < 1.5)
        #expect(abs(point.bearingDegrees - 90) < 1)
        #expect(journey.arrived && journey.infos.allSatisfy { $0.isDestinationReached || $0.lookahead != nil })
        let vague = try Journey.along(
            road.route(), Drive(road: road, speed: 1.4, slowsAtCorners: false, accuracy: 50).fixes())
        let beside = vague.infos.filter { !$0.isDestinationReached && ($0.toDestination?.distanceMeters ?? 200) < 45 }
        #expect(!beside.isEmpty && beside.allSatisfy { $0.lookahead == nil }, "there is none next to the stop")
    }

    @Test func `the suggested zoom is wider on fast roads than before a turn`() throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "A").straight(300)
        let journey = try Journey.along(road.route(), Drive(road: road, speed: 30).fixes())
        let zooms = journey.infos.compactMap(\.suggestedZoomMeters)
        #expect((zooms.max() ?? 0) > 500)
        #expect((zooms.min() ?? 0) < 200)
    }

    @Test(arguments: UInt64(1)...8) func `the zoom changes by a quarter in a second at most, and is narrow at a turn`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let road = Roads.city(seed: seed).straight(900).turn(.turnLeft, onto: "Allee").straight(1200)
            .tunnel { $0.straight(random.between(200, 900)) }.turn(.turnRight, onto: "Ufer").straight(400)
        // Every third drive leaves the route.
        let plan = seed.isMultiple(of: 3) ? Roads.city(seed: seed, blocks: 8).straight(3000) : road
        let drive = Drive(
            road: road, speed: random.between(8, 33), hertz: random.pick([0.2, 1, 10]),
            noise: random.between(0, 8), seed: seed)
        var guidance = GuidanceState()
        _ = try guidance.start(plan.route())
        var last: (seconds: Double, zoom: Double)?
        for fix in drive.fixes() where guidance.isActive {
            let seconds = fix.time.seconds(since: Drive.time(0))
            let isMissing = random.between(0, 1) < 0.2
            let events = isMissing ? guidance.elapse(to: fix.time) : guidance.update(fix)
            for case .navigation(let info) in events where info.state != .stopped {
                let zoom = try #require(info.suggestedZoomMeters)
                if let last {
                    let limit = 0.25 * last.zoom * (seconds - last.seconds)
                    #expect((zoom - last.zoom).magnitude <= limit + 1e-6, "seed \(seed) at \(seconds) s")
                }
                last = (seconds, zoom)
                #expect((100...1500).contains(zoom))
                guard let turn = info.toManeuver?.distanceMeters, turn < 40, turn > 0 else { continue }
                #expect(zoom < 200, "seed \(seed) at \(seconds) s: \(zoom) m")
            }
        }
    }
}
