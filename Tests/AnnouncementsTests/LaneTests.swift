import NavigationEvents
import Testing

@testable import Announcements

/// The advice for lanes. Lanes are written from left to right: `o` leads to the maneuver, `x` does not.
@Suite struct LaneTests {
    @Test(arguments: [
        ("ox", "lanesLeft1"), ("xo", "lanesRight1"), ("oxx", "lanesLeft1"), ("oox", "lanesLeft2"),
        ("xoo", "lanesRight2"),
        ("ooox", "lanesLeft3"), ("xxooo", "lanesRight3"), ("xox", "lanesMiddle1"), ("xxoxx", "lanesMiddle1"),
        ("xoox", "lanesMiddle2"), ("xooox", "lanesMiddle3"), ("xoxx", "lanesSecondLeft"), ("xxox", "lanesSecondRight"),
        ("xxoxxx", "lanesThirdLeft"), ("xxxoxx", "lanesThirdRight"), ("xooxx", "lanesSecondThirdLeft"),
        ("xxoox", "lanesSecondThirdRight"), ("oxo", "lanesOuter"), ("oxxxo", "lanesOuter"),
    ])
    func `a phrase names the lanes to use`(_ lanes: String, _ id: String) throws {
        let advice = try #require(LaneAdvice(.make(lanes)))
        #expect(advice.id == id)
        #expect(advice.count == nil)
    }

    @Test func `many lanes are counted`() {
        #expect(LaneAdvice(.make("oooox"))?.id == "lanesLeftMore")
        #expect(LaneAdvice(.make("oooox"))?.count == 4)
        #expect(LaneAdvice(.make("xooooo"))?.id == "lanesRightMore")
        #expect(LaneAdvice(.make("xooooo"))?.count == 5)
    }

    @Test(arguments: ["", "o", "x", "ooo", "xxx", "oxoo", "xoxox", "xooooxx", "xxxoxxxx"])
    func `there is no advice if all lanes are right or no short phrase exists`(_ lanes: String) {
        #expect(LaneAdvice(.make(lanes)) == nil)
    }

    /// The advice names all lanes that lead to the maneuver and no others.
    @Test func `the advice never includes a wrong lane`() throws {
        for count in 1...8 {
            for bits in 0..<(1 << count) {
                let lanes = String((0..<count).map { bits >> $0 & 1 == 1 ? "o" : "x" })
                guard let advice = LaneAdvice(.make(lanes)) else { continue }
                let named = try #require(meaning(advice, of: count))
                #expect(named == lanes, "\(advice.id) is said of \(lanes)")
                #expect(StringKey.lanes.contains(advice.id))
            }
        }
    }

    @Test func `a lane with several directions is right if one of them is`() {
        let both = Lane(directions: [
            LaneDirection(shape: .straight), LaneDirection(shape: .normalRight, isRecommended: true),
        ])
        #expect(LaneAdvice([Lane(directions: [LaneDirection(shape: .straight)]), both])?.id == "lanesRight1")
    }
}

/// Returns the lanes that a listener understands from a phrase.
private func meaning(_ advice: LaneAdvice, of count: Int) -> String? {
    let numbers = ["Left1": 1, "Left2": 2, "Left3": 3, "Right1": 1, "Right2": 2, "Right3": 3]
    let name = String(advice.id.dropFirst("lanes".count))
    var said = [Bool](repeating: false, count: count)
    switch name {
    case "Outer": (said[0], said[count - 1]) = (true, true)
    case "Middle1": said[count / 2] = count % 2 == 1
    case "Middle2": for lane in (count / 2 - 1)...(count / 2) { said[lane] = count % 2 == 0 }
    case "Middle3": for lane in (count / 2 - 1)...(count / 2 + 1) { said[lane] = count % 2 == 1 }
    case "SecondLeft": said[1] = true
    case "ThirdLeft": said[2] = true
    case "SecondRight": said[count - 2] = true
    case "ThirdRight": said[count - 3] = true
    case "SecondThirdLeft": (said[1], said[2]) = (true, true)
    case "SecondThirdRight": (said[count - 2], said[count - 3]) = (true, true)
    default:
        guard let number = numbers[name] ?? advice.count else { return nil }
        let lanes = name.hasPrefix("Left") ? Array(0..<number) : Array((count - number)..<count)
        for lane in lanes { said[lane] = true }
    }
    return String(said.map { $0 ? "o" : "x" })
}
