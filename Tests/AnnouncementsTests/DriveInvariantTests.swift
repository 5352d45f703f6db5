import Guidance
import NavigationEvents
import Testing

@testable import Announcements

/// The announcements of whole drives with guidance.
@Suite struct DriveInvariantTests {
    @Test(arguments: UInt64(1)...12) func `every turn is announced once at the stage now`(seed: UInt64) throws {
        let drive = GridDrive(seed: seed)
        let texts = try GridDrive.texts(drive.fixes(hertz: 1), along: drive.route())
        #expect(Set(texts).count == texts.count, "seed \(seed): \(texts)")
        // The start names the first street too.
        #expect(texts.first?.hasPrefix("head east on Start Street") == true, "seed \(seed): \(texts)")
        for street in GridDrive.streets {
            let about = texts.dropFirst().filter { $0.contains(street) }
            #expect(about.count { $0.hasPrefix("now turn") } == 1, "seed \(seed): \(street) in \(texts)")
            #expect((1...2).contains(about.count), "seed \(seed): \(street) in \(texts)")
        }
        #expect(texts.last == "you have arrived", "seed \(seed)")
        for text in texts where Wellformed.flaw(in: text) != nil { Issue.record("seed \(seed): \(text)") }
    }

    @Test(arguments: UInt64(1)...12)
    func `one, five and ten fixes a second give the same announcements`(seed: UInt64) throws {
        let drive = GridDrive(seed: seed)
        let slow = try GridDrive.texts(drive.fixes(hertz: 1), along: drive.route())
        for hertz in [5.0, 10] {
            let fast = try GridDrive.texts(drive.fixes(hertz: hertz), along: drive.route())
            #expect(fast == slow, "seed \(seed), \(hertz) Hz: \(Set(fast).symmetricDifference(slow))")
        }
    }

    @Test(arguments: UInt64(1)...12)
    func `replacing the route by an equal one changes no announcement`(seed: UInt64) throws {
        let drive = GridDrive(seed: seed)
        let fixes = drive.fixes(hertz: 1)
        let plain = try GridDrive.texts(fixes, along: drive.route())
        for period in [1, 7] {
            let texts = try GridDrive.texts(fixes, along: drive.route()) { index, guidance in
                // The route is not replaced at the end, since after the arrival it would be another drive.
                guard index % period == 0, index > 0, index < fixes.count - 30 else { return [] }
                return try guidance.start(drive.route("again \(index)", reason: .replaced))
            }
            #expect(texts == plain, "seed \(seed), every \(period) s")
        }
    }

    @Test(arguments: UInt64(1)...12)
    func `repeating every event ten times changes no announcement`(seed: UInt64) throws {
        let drive = GridDrive(seed: seed)
        var guidance = GuidanceState()
        var (once, often) = (
            AnnouncementGenerator(strings: SpokenEnglish.table), AnnouncementGenerator(strings: SpokenEnglish.table)
        )
        var texts: (once: [String], often: [String]) = ([], [])
        _ = try guidance.start(drive.route())
        for fix in drive.fixes(hertz: 1) {
            for case .navigation(let info) in guidance.update(fix) {
                texts.once += [try once.announcement(for: info)?.text].compactMap(\.self)
                for _ in 0..<10 { texts.often += [try often.announcement(for: info)?.text].compactMap(\.self) }
            }
        }
        #expect(texts.once == texts.often && !texts.once.isEmpty, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...12) func `a position that jumps back repeats no announcement`(seed: UInt64) throws {
        let drive = GridDrive(seed: seed)
        let fixes = drive.fixes(hertz: 1)
        let plain = try GridDrive.texts(fixes, along: drive.route())
        // Four seconds of positions repeat, as from a receiver after a tunnel.
        var jumping: [Fix] = []
        for (index, fix) in fixes.enumerated() {
            var shown = fix
            if index % 40 >= 36, index > 8 {
                shown.position = fixes[index - 4].position
                shown.smoothedPosition = fixes[index - 4].smoothedPosition
            }
            jumping.append(shown)
        }
        try #require(jumping != fixes)
        let texts = try GridDrive.texts(jumping, along: drive.route())
        // Late announcements have no street name, so equal turns have equal texts.
        let named = texts.filter { $0.contains(" Street") }
        #expect(Set(named).count == named.count, "seed \(seed): \(texts)")
        #expect(texts.last == plain.last, "seed \(seed)")
    }

    @Test(arguments: UInt64(1)...12) func `a position that jumps forward announces only the last stage`(seed: UInt64)
        throws
    {
        let drive = GridDrive(seed: seed)
        let fixes = drive.fixes(hertz: 1)
        // There are repeated gaps of half a minute without a fix.
        let gaps = fixes.enumerated().filter { $0.offset % 60 < 30 || $0.offset > fixes.count - 40 }.map(\.element)
        let texts = try GridDrive.texts(gaps, along: drive.route())
        // Late announcements have no street name, so equal turns have equal texts.
        let named = texts.filter { $0.contains(" Street") }
        #expect(Set(named).count == named.count, "seed \(seed): \(texts)")
        for street in GridDrive.streets {
            let about = texts.filter { $0.contains(street) }
            let now = about.firstIndex { $0.hasPrefix("now") }
            #expect(now == nil || now == about.count - 1, "seed \(seed): after now comes nothing of \(about)")
        }
    }

    @Test func `the word order does not change the number of announcements`() throws {
        let reversed = SpokenEnglish.table(with: [
            "distMan1": "|SIGNPOST |STREETNAME |MANOEUVREADDON |MANOEUVRE1 |TUNNEL |DISTANCE| ni",
            "nowMan1": "|STREETNAME |MANOEUVRE1 |won",
        ])
        let drive = GridDrive(seed: 3)
        let plain = try GridDrive.texts(drive.fixes(hertz: 1), along: drive.route(), strings: SpokenEnglish.table)
        let texts = try GridDrive.texts(drive.fixes(hertz: 1), along: drive.route(), strings: reversed)
        #expect(texts.count == plain.count)
        #expect(texts.contains { $0.hasPrefix("onto Birch Street turn") && $0.hasSuffix("meters ni") })
    }

    /// The spoken number is true within a fifth, or fifteen metres.
    @Test(arguments: UInt64(1)...12) func `every spoken distance is true`(seed: UInt64) throws {
        let drive = GridDrive(seed: seed)
        var guidance = GuidanceState()
        var generator = AnnouncementGenerator(strings: SpokenEnglish.table)
        _ = try guidance.start(drive.route())
        for fix in drive.fixes(hertz: 1) {
            for case .navigation(let info) in guidance.update(fix) {
                guard let text = try generator.announcement(for: info)?.text, text.hasPrefix("in "),
                    let number = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) }),
                    let meters = info.toManeuver?.distanceMeters
                else { continue }
                let said = text.contains("kilometer") ? number * 1000 : number
                #expect(abs(said - meters) <= max(meters / 5, 15), "seed \(seed): \(text) at \(meters) m")
            }
        }
    }

    @Test(arguments: UnitSystem.allCases) func `a distance is true while it is valid, in every system of units`(
        units: UnitSystem
    ) throws {
        for meters in stride(from: 55.0, through: 1000, by: 7) {
            for speed in [3.0, 9, 14, 30] {
                var info = NavigationInfo.make(.make(.prepare), step: .make(.straight), meters: meters)
                info.fix.speedMetersPerSecond = speed
                var generator = AnnouncementGenerator(
                    settings: AnnouncementSettings(units: units), strings: SpokenEnglish.table)
                let announcement = try #require(try generator.announcement(for: info))
                let spoken = SpokenDistance(meters: meters, system: units)
                let said = try #require(spoken).meters
                let last = meters - max(announcement.validForSeconds, 0) * speed
                #expect(
                    said - last <= max(last / 5, 15) + 1e-6, "\(units), \(meters) m at \(speed): \(announcement.text)")
            }
        }
    }
}
