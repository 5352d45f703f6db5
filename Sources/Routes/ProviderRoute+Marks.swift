import NavigationEvents

/// A point at which a route enters another country.
struct ProviderBorder: Hashable {
    /// Index of the point in the line of the route.
    var geometryIndex: Int
    /// ISO 3166-1 alpha-2.
    var countryCode: String
}

/// A point of a route that is announced even without a maneuver.
struct ProviderMark {
    enum Kind {
        /// A border, with the code of the country that is entered.
        case border(String)
        /// The beginning of a toll.
        case toll
    }

    /// Index of the point in the line of the route.
    var geometryIndex: Int
    var kind: Kind
}

extension ProviderRoute {
    /// A toll that begins again within this distance of its end is one stretch, metres: a booth at its end, or roads
    /// around a booth without a mark.
    private static let tollGapMeters = 1000.0

    /// The borders and the beginnings of tolls, in the order of the line.
    ///
    /// Some documents mark whole steps. If the first of them has a toll, the toll begins at the first booth.
    ///
    /// - Parameter meters: distance of each point of the line from its beginning.
    func marks(meters: [Double]) -> [ProviderMark] {
        var marks = borders.map { ProviderMark(geometryIndex: $0.geometryIndex, kind: .border($0.countryCode)) }
        var end = -Double.infinity
        for toll in tolls where meters.indices.contains(toll.fromIndex) && meters.indices.contains(toll.toIndex) {
            if meters[toll.fromIndex] - end > Self.tollGapMeters {
                let booth = toll.fromIndex == 0 ? tollBooths.first : nil
                marks.append(ProviderMark(geometryIndex: booth ?? toll.fromIndex, kind: .toll))
            }
            end = meters[toll.toIndex]
        }
        return marks.sorted { $0.geometryIndex < $1.geometryIndex }
    }
}

extension Step {
    fileprivate mutating func mark(_ kind: ProviderMark.Kind) {
        switch kind {
        case .border(let countryCode): borderCountryCode = countryCode
        case .toll: beginsToll = true
        }
    }
}

extension ProviderLeg {
    /// A maneuver nearer to a border or a toll than this is at it.
    private static let nearMeters = 50.0

    /// Marks the maneuvers that cross a border or begin a toll. A mark between two maneuvers becomes a step of its own,
    /// straight ahead.
    ///
    /// - Parameters:
    ///   - marks: the marks of the route.
    ///   - meters: distance of each point of the line from its beginning.
    mutating func markSteps(_ marks: [ProviderMark], meters: [Double]) {
        guard !marks.isEmpty else { return }
        for mark in marks where mark.geometryIndex == firstIndex {
            if case .toll = mark.kind { steps[0].step.mark(.toll) }
        }
        var marked: [ProviderStep] = []
        var rest = marks.filter { firstIndex < $0.geometryIndex && $0.geometryIndex < lastIndex }[...]
        for index in steps.indices {
            let one = steps[index]
            marked.append(one)
            guard index + 1 < steps.count else { break }
            let end = steps[index + 1].step.geometryIndex
            while let mark = rest.first, mark.geometryIndex < end {
                rest.removeFirst()
                let place = meters[mark.geometryIndex]
                let isAtStart = place - meters[one.step.geometryIndex] <= Self.nearMeters
                let isAtEnd = meters[end] - place <= Self.nearMeters
                if isAtStart, index > 0 {
                    marked[marked.count - 1].step.mark(mark.kind)
                } else if isAtEnd || one.roundaboutPart == .enter {
                    steps[index + 1].step.mark(mark.kind)
                } else {
                    marked.append(marked[marked.count - 1].parted(at: mark, end: end, meters: meters))
                    let length = marked[marked.count - 1].lengthMeters
                    marked[marked.count - 2].lengthMeters -= length
                    marked[marked.count - 2].durationSeconds -= marked[marked.count - 1].durationSeconds
                }
            }
            while let mark = rest.first, mark.geometryIndex == end {
                rest.removeFirst()
                steps[index + 1].step.mark(mark.kind)
            }
        }
        steps = marked
    }
}

extension ProviderStep {
    /// A step straight ahead at a mark, with the part of the stretch after it.
    fileprivate func parted(at mark: ProviderMark, end: Int, meters: [Double]) -> ProviderStep {
        let whole = meters[end] - meters[step.geometryIndex]
        let share = whole > 0 ? (meters[end] - meters[mark.geometryIndex]) / whole : 0
        var straight = Step(
            number: 0, maneuver: .straight, geometryIndex: mark.geometryIndex, fullRoadName: step.fullRoadName,
            simpleRoadName: step.simpleRoadName, turnAngleDegrees: 0, drivingSide: step.drivingSide,
            isStayingOnRoad: true)
        straight.mark(mark.kind)
        return ProviderStep(
            step: straight, isMotorwayAfter: isMotorwayAfter, isMotorroadAfter: isMotorroadAfter,
            lengthMeters: lengthMeters * share,
            durationSeconds: durationSeconds * share)
    }
}
