import NavigationEvents
import Platform
import TestSupport

/// Random roads and special roads.
enum Roads {
    /// Blocks with right and left turns.
    static func city(seed: UInt64, blocks: Int = 14, from origin: Coordinate? = nil) -> Road {
        var random = SplitMix64(seed: (seed &* 77) &+ 0x9e37_79b9_7f4a_7c15)
        var road = origin.map { Road(from: $0) } ?? Road()
        road = road.straight(random.between(150, 380))
        for number in 1..<blocks {
            let right = random.pick([true, false])
            road = road.turn(right ? .turnRight : .turnLeft, onto: "Gasse \(number)")
                .straight(random.between(120, 380))
        }
        return road
    }

    /// A road that crosses itself twice at right angles.
    static let figureEight = Road().straight(400).turn(.turnLeft, onto: "Schleife", by: 0)
        .curve(radius: 80, degrees: -270).straight(600).turn(.turnRight, onto: "Schleife", by: 0)
        .curve(radius: 80, degrees: 270).straight(500)

    /// Legs 25 m apart in opposite directions.
    static var hairpins: Road {
        var road = Road()
        for turn in 0..<6 {
            let right = turn.isMultiple(of: 2)
            road = road.straight(350).turn(right ? .turnSharpRight : .turnSharpLeft, onto: "Kehre \(turn)", by: 0)
                .curve(radius: 12.5, degrees: right ? 180 : -180)
        }
        return road.straight(350)
    }

    /// The same circuit twice.
    static var twoLaps: Road {
        var road = Road()
        for lap in 1...2 {
            for side in 1...4 {
                road = road.straight(300)
                if lap < 2 || side < 4 { road = road.turn(.turnRight, onto: "Runde \(lap) Seite \(side)") }
            }
        }
        return road
    }
}
