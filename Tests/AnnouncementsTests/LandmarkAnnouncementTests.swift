import NavigationEvents
import TestSupport
import Testing

@testable import Announcements

/// Which landmark an announcement names, and when it keeps the distance.
@Suite struct LandmarkAnnouncementTests {
    private static let light = Landmark(kind: .trafficLight, distanceToManeuverMeters: 15, certainMeters: 300)
    private static let church = Landmark(
        kind: .church, name: "Peterskirche", relation: .after, side: .left, distanceToManeuverMeters: 40,
        certainMeters: 250)

    private func text(
        _ landmarks: [Landmark], _ stage: CueStage = .prepare, meters: Double = 200, speed: Double = 10,
        language: String = "en-US", settings: AnnouncementSettings = AnnouncementSettings(),
        change: (inout Step) -> Void = { _ in }
    ) throws -> String {
        var step = Step.make(.turnLeft)
        step.landmarks = landmarks
        change(&step)
        var info = NavigationInfo.make(.make(stage, meters: meters), step: step, meters: meters)
        info.fix.speedMetersPerSecond = speed
        var generator = AnnouncementGenerator(settings: settings, strings: try ShippedLanguages.table(language))
        return try #require(try generator.announcement(for: info)).text
    }

    @Test func `the two announcements near the maneuver name the landmark`() throws {
        #expect(try text([Self.light]) == "at the traffic light turn left")
        #expect(try text([Self.light], .now, meters: 60) == "at the traffic light turn left")
        #expect(try text([Self.light], .far, meters: 250) == "in 250 meters turn left")
    }

    @Test(arguments: [
        ("de", "an der zweiten Ampel links abbiegen"), ("en-GB", "at the second set of traffic lights turn left"),
        ("es", "en el segundo semáforo, gire a la izquierda"), ("fr", "au deuxième feu, tournez à gauche"),
        ("it", "al secondo semaforo, svoltare a sinistra"), ("ja", "ふたつめのしんごうを、ひだりほうこうです"),
        ("nl", "bij het tweede verkeerslicht linksaf"), ("pl", "na drugich światłach skręć w lewo"),
        ("ru", "на втором светофоре поверните налево"),
    ])
    func `lights are counted in every language`(_ language: String, _ expected: String) throws {
        var light = Self.light
        light.earlierMeters = [120]
        #expect(try text([light], language: language) == expected)
    }

    @Test func `the count is that of the lights that are still ahead`() throws {
        var light = Self.light
        light.earlierMeters = [180, 100]
        #expect(try text([light], meters: 260) == "at the third traffic light turn left")
        #expect(try text([light], meters: 150) == "at the second traffic light turn left")
        #expect(try text([light], .now, meters: 70) == "at the traffic light turn left")
    }

    @Test(arguments: [110, 125, 95]) func `a light that is passed just now is not counted`(_ meters: Double) throws {
        var light = Self.light
        light.earlierMeters = [100]
        #expect(try text([light], meters: meters).hasPrefix("in "))
    }

    @Test func `a landmark is named only from where it is certain, and until it is passed`() throws {
        #expect(try text([Self.light], meters: 310) == "in 300 meters turn left")
        #expect(try text([Self.church], meters: 60) == "after the church turn left")
        #expect(try text([Self.church], .now, meters: 25) == "now turn left")
    }

    @Test func `the first one that is certain from here is named, one for each cue`() throws {
        #expect(try text([Self.light, Self.church]) == "at the traffic light turn left")
        var distant = Self.light
        distant.certainMeters = 100
        #expect(try text([distant, Self.church]) == "after the church turn left")
    }

    @Test func `a kind that is switched off is not named`() throws {
        var settings = AnnouncementSettings()
        settings.spokenLandmarks.remove(.trafficLight)
        #expect(try text([Self.light, Self.church], settings: settings) == "after the church turn left")
        settings.spokenLandmarks = []
        #expect(try text([Self.light, Self.church], settings: settings) == "in 200 meters turn left")
    }

    @Test func `the end of the road marks the turn better`() throws {
        let text = try text([Self.church]) { $0.isEndOfRoad = true }
        #expect(text == "at the end of the road turn left")
    }

    @Test func `stairs have a direction`() throws {
        let stairs = Landmark(kind: .stairsUp, certainMeters: 400, stairCount: 24)
        #expect(try text([stairs], .now) { $0.passage = .stairs } == "now take the stairs up")
        #expect(try text([stairs], .now, language: "de") { $0.passage = .stairs } == "jetzt die Treppe hinaufgehen")
    }

    @Test func `a language without phrases keeps distances`() throws {
        let strings = SpokenEnglish.table
        for info in ManyMoments.landmarks {
            var generator = AnnouncementGenerator(strings: strings)
            let text = try #require(try generator.announcement(for: info)?.text)
            #expect(!text.contains("landmark"))
        }
    }

    @Test func `a sentence with a number is valid until the first light is passed`() throws {
        var step = Step.make(.turnLeft)
        step.landmarks = [Self.light]
        step.landmarks[0].earlierMeters = [100]
        var info = NavigationInfo.make(.make(.prepare, meters: 200), step: step, meters: 200)
        info.fix.speedMetersPerSecond = 20
        var generator = AnnouncementGenerator(strings: try ShippedLanguages.table("en-US"))
        #expect(try #require(try generator.announcement(for: info)).validForSeconds == 5)
    }

    /// A route may come from any program.
    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e300])
    func `impossible numbers are harmless`(_ number: Double) throws {
        let earlier = [[], [number], [number, 50], Array(repeating: number, count: 1000)]
        for list in earlier {
            let landmark = Landmark(
                kind: .trafficLight, distanceToManeuverMeters: number, earlierMeters: list, certainMeters: number)
            for stage in [CueStage.prepare, .now] { #expect(try !text([landmark], stage).isEmpty) }
        }
    }
}
