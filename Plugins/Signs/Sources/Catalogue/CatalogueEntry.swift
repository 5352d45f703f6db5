import NavigationEvents
import Pictures

/// One picture of the catalogue.
struct CatalogueEntry: Sendable {
    /// The name of its files, in lower case with hyphens.
    var name: String
    /// The meaning of the picture.
    var note: String
    private var subject: Subject

    private enum Subject: Sendable {
        case sign(Sign)
        case lanes([Lane])
    }

    init(_ name: String, _ note: String, sign: Sign) {
        (self.name, self.note, subject) = (name, note, .sign(sign))
    }

    init(_ name: String, lanes: [Lane]) {
        (self.name, note, subject) = (
            name, "\(LaneLine(lanes: lanes).text) – \(LaneWords(lanes: lanes).text)", .lanes(lanes)
        )
    }

    /// Draws the picture with pens; `nil` without lanes.
    func picture(_ pens: Pens) -> Picture? {
        switch subject {
        case .sign(let sign): Picture(sign, pens: pens)
        case .lanes(let lanes): Picture(lanes: lanes, pens: pens)
        }
    }
}

/// A section of the catalogue.
struct CatalogueSection: Sendable {
    var title: String
    var text: String
    var entries: [CatalogueEntry]

    /// All sections.
    static let all = [pictures, turns, arms, exits, lanes]

    /// The 40 pictures with their maneuvers.
    static let pictures: CatalogueSection = {
        let maneuvers = Dictionary(grouping: Maneuver.allCases, by: { SignPicture($0) })
        return CatalogueSection(
            title: "40 pictures for 66 maneuvers",
            text: "Each as drawn if only the maneuver is known.",
            entries: SignPicture.allCases.map { picture in
                let names = (maneuvers[picture] ?? []).map { "\($0) (\($0.rawValue))" }
                return CatalogueEntry(picture.fileName, names.joined(separator: ", "), sign: Sign(picture))
            })
    }()

    /// Turns and forks at their true angles.
    static let turns = CatalogueSection(
        title: "True angles",
        text: "Turns and forks at the angle of the junction, rounded to 10°, within distinct ranges.",
        entries: [SignPicture.slightTurn(.right), .turn(.right), .sharpTurn(.right), .fork(.left)].flatMap { picture in
            guard let angles = picture.turnAngles else { return [CatalogueEntry]() }
            return stride(from: angles.range.lowerBound, through: angles.range.upperBound, by: 10).map { degrees in
                let signed = angles.side == .right ? degrees : -degrees
                return CatalogueEntry(
                    "\(picture.fileName)-\(Int(degrees))", "\(Int(signed))°",
                    sign: Sign(picture, turnAngleDegrees: signed))
            }
        })

    /// Roundabouts with their arms.
    static let arms = CatalogueSection(
        title: "Roundabouts with their arms",
        text: "The exit and the other arms at their true angles, rounded to 5°, with the number of the exit.",
        entries: Rotation.allCases.flatMap { rotation in
            stride(from: 0, to: 360, by: 30).map { degrees in
                // Exits are counted in driving direction from the entry at 180.
                let arms = [0, 60, 90, 150, 210, 270, 300].filter { $0 != degrees }
                let driven = { (angle: Int) in rotation == .clockwise ? (angle + 180) % 360 : (540 - angle) % 360 }
                let passed = arms.filter { driven($0) < (driven(degrees) == 0 ? 360 : driven(degrees)) }
                return CatalogueEntry(
                    "roundabout-\(rotation)-\(degrees)", "exit at \(degrees)°, \(rotation)",
                    sign: Sign(
                        .roundabout(degrees == 180 ? .uTurn : .straight, rotation), exitNumber: passed.count + 1,
                        exitAngleDegrees: Double(degrees), otherArmAnglesDegrees: arms.map(Double.init)))
            }
        })

    /// Numbers of exits.
    static let exits = CatalogueSection(
        title: "Numbers of exits", text: "Drawn with lines: a sign needs no font.",
        entries: ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 38, 99].map { (number: Int) in
            CatalogueEntry(
                "exit-\(number)", "exit \(number)",
                sign: Sign(.roundabout(.right, .counterclockwise), exitNumber: number))
        }
            + [RoundaboutExit.unspecified, .uTurn].map { exit in
                CatalogueEntry(
                    "exit-4-\(SignPicture.hyphened("\(exit)"))", "exit 4, \(exit)",
                    sign: Sign(.roundabout(exit, .counterclockwise), exitNumber: 4)
                )
            }))

    /// Rows of lanes.
    static let lanes = CatalogueSection(
        title: "Lanes",
        text: "Recommended directions are thick with a filled head; the others are thin with an open head.",
        entries: [
            ("two-left", "L! L! S SR"), ("fork", "S! S! SI I"), ("right-of-both", "L LS SR!"),
            ("every-shape", "U A L Y S I R D V"), ("every-shape-recommended", "U! A! L! Y! S! I! R! D! V!"),
            ("shared-stems", "LR! L!R LSR LSR! LS!R YSI! S!I! RV! I!R"), ("unknown", "? ?! S? - S!"),
            ("sixteen", "L L S S S S S S S! S! S!R R! R R D V"), ("crowded", "LYSIR! UALYS!IRDV"),
        ].map { CatalogueEntry("lanes-\($0.0)", lanes: [Lane](letters: $0.1)) } + [
            CatalogueEntry(
                "lanes-two-hundred",
                lanes: [Lane](repeating: Lane(letters: "S"), count: 120) + [Lane](letters: "S! S!R R!")
                    + [Lane](repeating: Lane(letters: "R"), count: 77))
        ])
}

extension SignPicture {
    /// The name of its files, such as `turn-right` or `roundabout-sharp-left-clockwise`.
    var fileName: String {
        switch self {
        case .neutral: "neutral"
        case .straight: "straight"
        case .turn(let side): "turn-\(side)"
        case .slightTurn(let side): "turn-slight-\(side)"
        case .sharpTurn(let side): "turn-sharp-\(side)"
        case .uTurn(let rotation): "u-turn-\(rotation)"
        case .merge: "merge"
        case .mergeTo(let side): "merge-\(side)"
        case .fork(let side): "fork-\(side)"
        case .destination: "destination"
        case .destinationAt(let side): "destination-\(side)"
        case .ferryBoat: "ferry-boat"
        case .ferryTrain: "ferry-train"
        case .roundabout(let exit, let rotation): "roundabout-\(Self.hyphened("\(exit)"))-\(rotation)"
        }
    }

    fileprivate static func hyphened(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
}

extension [Lane] {
    /// Creates lanes from letters: `L! S SR` is a recommended left turn, straight on, and straight on or right.
    fileprivate init(letters: String) { self = letters.split(separator: " ").map { Lane(letters: $0) } }
}

extension Lane {
    fileprivate init(letters: some StringProtocol) {
        let shapes: [Character: LaneShape] = [
            "?": .unknown, "S": .straight, "Y": .slightLeft, "I": .slightRight, "L": .normalLeft, "R": .normalRight,
            "A": .sharpLeft, "D": .sharpRight, "U": .uTurnLeft, "V": .uTurnRight,
        ]
        self.init(directions: [])
        for letter in letters {
            if let shape = shapes[letter] { directions.append(LaneDirection(shape: shape)) }
            if letter == "!", !directions.isEmpty { directions[directions.count - 1].isRecommended = true }
        }
    }
}
