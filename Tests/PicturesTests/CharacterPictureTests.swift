import TestSupport
import NavigationEvents
import Testing

@testable import Pictures

@Suite("Pictures of characters")
struct CharacterPictureTests {
    private static let sizes = [8, 10, 12]

    private func lines(_ sign: Sign, _ rows: Int, _ form: CharacterPicture.Form) throws -> [String] {
        try CharacterPicture(sign, rows: rows, form: form).lines
    }

    @Test(arguments: CharacterPicture.Form.allCases, sizes) func `all 40 signs differ without colours`(
        form: CharacterPicture.Form, rows: Int
    ) throws {
        var seen: [[String]: SignPicture] = [:]
        for picture in SignPicture.allCases {
            let text = try lines(Sign(picture), rows, form)
            if let other = seen.updateValue(picture, forKey: text) {
                Issue.record("\(picture) looks like \(other):\n\(text.joined(separator: "\n"))")
            }
        }
    }

    @Test(arguments: CharacterPicture.Form.allCases)
    func `a sign is as wide as high and not clipped`(form: CharacterPicture.Form) throws {
        for picture in SignPicture.allCases {
            let text = try lines(Sign(picture), 10, form)
            #expect(text.count == 10 && text.allSatisfy { $0.count == 20 })
            #expect(text.contains { $0.contains { $0 != " " } })
        }
        #expect(try lines(Sign(.straight), 0, form).count == 1)
        #expect(try lines(Sign(.straight), 1000, form).count == CharacterPicture.rowRange.upperBound)
    }

    @Test(
        arguments: [(0.0, 96.0), (96, 0), (.nan, 96), (96, .nan), (96, -1), (1e300, 96), (96, 1e300), (.infinity, 1)])
    func `an impossible board is rejected`(width: Double, height: Double) throws {
        let picture = Picture(width: width, height: height, shapes: [])
        #expect(throws: PictureError.self) { try CharacterPicture(picture, rows: 10, form: .blocks) }
    }

    @Test func `a very wide board is limited in width`() throws {
        let wide = Picture(width: 8000, height: 1, shapes: [])
        #expect(try CharacterPicture(wide, rows: 48, form: .blocks).columns == 4096)
    }

    @Test(arguments: SignPicture.allCases)
    func `the form ASCII has only ASCII characters`(picture: SignPicture) throws {
        let text = try lines(Sign(picture, exitNumber: 3), 10, .ascii)
        #expect(text.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    @Test(arguments: CharacterPicture.Form.allCases) func `left is the mirror image of right`(
        form: CharacterPicture.Form
    ) throws {
        let pairs: [(SignPicture, SignPicture)] = [
            (.turn(.left), .turn(.right)), (.slightTurn(.left), .slightTurn(.right)),
            (.sharpTurn(.left), .sharpTurn(.right)), (.fork(.left), .fork(.right)),
            (.uTurn(.clockwise), .uTurn(.counterclockwise)),
            (.roundabout(.left, .clockwise), .roundabout(.right, .counterclockwise)),
        ]
        for (left, right) in pairs {
            let (one, two) = (try inked(left, form), try inked(right, form))
            let differing = zip(one, two).reduce(0) { sum, rows in
                sum + zip(rows.0, rows.1.reversed()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
            }
            // Ink exactly on the edge of a part is rounded to one side.
            #expect(differing <= 4, "\(left) in \(form)")
        }
    }

    /// The cells with ink.
    private func inked(_ picture: SignPicture, _ form: CharacterPicture.Form) throws -> [[Bool]] {
        try CharacterPicture(Sign(picture), rows: 10, form: form).cells.map { $0.map { $0.ink == .symbol } }
    }

    @Test func `the exit number is written as digits in the ring`() throws {
        for number in [3, 12] {
            let sign = Sign(.roundabout(.left, .counterclockwise), exitNumber: number, exitAngleDegrees: 270)
            for form in CharacterPicture.Form.allCases {
                #expect(try lines(sign, 10, form)[4].contains("\(number)"))
                #expect(try !lines(sign, 5, form).joined().contains("\(number)"))
            }
        }
    }

    @Test func `with its plate every cell of a sign has a background, except at the corners`() throws {
        let sign = try CharacterPicture(Sign(.straight), rows: 10, form: .blocks, showsPlate: true)
        #expect(sign.cells[5].allSatisfy { $0.ground == .plate || $0.character == "█" })
        #expect(sign.cells[0][0].ground == nil && sign.cells[5][10].ink == .symbol)
    }

    @Test func `lanes are lines, heavy for recommended directions`() throws {
        let example: [Lane] = .vocabularyExample
        let lines = try #require(CharacterPicture(lanes: example)).lines
        #expect(
            lines == [
                "     ┊     ┊  ↑  ┊  ↑  ",
                "◀━┓  ┊◀━┓  ┊  │  ┊  ├─→",
                "  ┃  ┊  ┃  ┊  │  ┊  │  ",
            ])
        let ascii = try #require(CharacterPicture(lanes: example, form: .ascii)).lines
        #expect(
            ascii == [
                "     :     :  ^  :  ^  ",
                "<=#  :<=#  :  |  :  +->",
                "  #  :  #  :  |  :  |  ",
            ])
        #expect(CharacterPicture(lanes: []) == nil)
    }

    @Test(arguments: CharacterPicture.Form.allCases)
    func `all shapes of lanes differ, recommended or not`(form: CharacterPicture.Form) throws {
        var seen: Set<[String]> = []
        for shape in LaneShape.allCases {
            for isRecommended in [false, true] {
                let lane = Lane(directions: [LaneDirection(shape: shape, isRecommended: isRecommended)])
                let lines = try #require(CharacterPicture(lanes: [lane], form: form)).lines
                #expect(seen.insert(lines).inserted, "\(shape) \(lines)")
            }
        }
        #expect(seen.allSatisfy { $0.allSatisfy { $0.count == 5 } })
    }

    @Test func `of two hundred lanes those around the recommended one are shown`() throws {
        var lanes = Array(repeating: Lane(directions: [LaneDirection(shape: .straight)]), count: 200)
        lanes[100] = Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)])
        let lines = try #require(CharacterPicture(lanes: lanes)).lines
        #expect(lines[1].hasPrefix("… ") && lines[1].hasSuffix(" …") && lines[1].contains("◀━┓"))
        #expect(lines[0].count < 110)
    }
}
