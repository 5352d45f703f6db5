package import NavigationEvents

/// The words for the instructions of one route, in one language.
///
/// The words for a cue are those of the announcements: they depend on what was announced before it.
package struct RouteWords: Sendable {
    private let generator: AnnouncementGenerator
    private let route: RouteSteps
    private let language: String

    /// Prepares the words of a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - table: The string table of the language.
    ///   - units: The units of distances.
    package init(of route: Route, _ table: StringTable, units: UnitSystem) {
        var generator = AnnouncementGenerator(settings: AnnouncementSettings(units: units), strings: table)
        generator.navigationStarted(route)
        self.generator = generator
        self.route = RouteSteps(of: route)
        language = table.language
    }

    /// The number of steps of the route.
    package var count: Int { route.steps.count }

    /// Whether the route has a step with this number.
    package func hasStep(_ number: Int) -> Bool { index(of: number) != nil }

    /// Returns the words for an instruction.
    ///
    /// - Parameters:
    ///   - query: The instruction, and the form of its words.
    ///   - events: For a cue, the events in which it and earlier ones became due, in order; otherwise the newest event, or
    ///     none.
    /// - Returns: `nil` if there is nothing to say.
    /// - Throws: ``AnnouncementError`` if the language has no words for it.
    package func description(
        of query: DescriptionQuery, in events: [NavigationInfo]
    ) throws(AnnouncementError) -> Description? {
        let cue: Cue?
        switch query.subject {
        case .step(let number): return try description(ofStep: number, query, events.last)
        case .cue: cue = events.last?.cue
        case .present: cue = events.last.flatMap { Cue(forRepetitionIn: $0) }
        }
        guard let cue, let info = events.last else { return nil }
        let step = CueContext.steps(of: info).first { $0.number == cue.stepNumber }
        // A cue that is not about the maneuver of its step has only a sentence.
        let isAboutStep = cue.subject != .offRoute && cue.subject != .followRoad && cue.subject != .start
        var text = isAboutStep ? step.flatMap { self.text(for: $0, query.style) } : nil
        if text == nil { text = try sentence(query, events) }
        guard let text else { return nil }
        let meters = CueContext.distanceMeters(to: cue.stepNumber, in: info)
        return description(text, step: isAboutStep ? step : nil, meters: isAboutStep ? meters : nil)
    }

    private func description(_ text: String, step: Step?, meters: Double?) -> Description {
        Description(
            text: text, language: language, stepNumber: step?.number, roadName: step?.streetName ?? "",
            distanceText: meters.map { generator.distanceText(meters: $0) } ?? "")
    }

    /// The text of a step in a form without a distance; `nil` for a sentence.
    private func text(for step: Step, _ style: DescriptionStyle) -> String? {
        switch style {
        case .instruction: generator.listText(for: step)
        case .maneuver: generator.maneuverText(for: step)
        case .sentence, .unknown: nil
        }
    }

    /// Returns the announcement of a cue, after those of the earlier ones, or the repetition of the present guidance.
    private func sentence(_ query: DescriptionQuery, _ events: [NavigationInfo]) throws(AnnouncementError) -> String? {
        var generator = generator
        if case .present = query.subject {
            guard let info = events.last else { return nil }
            return try generator.repeatAnnouncement(for: info)?.text
        }
        var announcement: Announcement?
        for event in events { announcement = try generator.announcement(for: event) }
        return announcement?.text
    }

    private func index(of number: Int) -> Int? {
        // The numbers of a route are its indices, unless its sender counted otherwise.
        if route.steps.indices.contains(number), route.steps[number].number == number { return number }
        return route.steps.firstIndex { $0.number == number }
    }

    private func description(
        ofStep number: Int, _ query: DescriptionQuery, _ info: NavigationInfo?
    ) throws(AnnouncementError) -> Description? {
        guard let index = index(of: number) else { return nil }
        let step = route.steps[index]
        let meters = meters(to: index, from: info)
        var text = text(for: step, query.style)
        if text == nil {
            let stage = query.stage == .unknown ? CueStage.prepare : query.stage
            let event = route.info(at: index, stage, meters: meters ?? step.distanceFromPreviousMeters)
            var generator = generator
            // A departure is no maneuver that is announced.
            text = try? generator.announcement(for: event)?.text
        }
        guard let text = text ?? generator.listText(for: step) else { throw .noPhrase(ids: step.maneuverPhrases()) }
        return description(text, step: step, meters: meters)
    }

    /// The distance from the position of an event to a step, along the route; `nil` if it is unknown, or the step is passed.
    private func meters(to index: Int, from info: NavigationInfo?) -> Double? {
        guard let info, let current = info.currentStep.flatMap({ self.index(of: $0.number) }), index >= current,
            let toCurrent = info.toManeuver?.distanceMeters
        else { return nil }
        return route.steps[current..<index].indices.reduce(toCurrent) {
            $0 + route.steps[$1 + 1].distanceFromPreviousMeters
        }
    }
}
