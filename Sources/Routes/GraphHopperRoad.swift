import NavigationEvents

/// The attributes of each segment of a GraphHopper path.
struct GraphHopperRoad {
    enum Boarded: UInt8 { case ferry, train }

    private(set) var isMotorway: [Bool]
    private(set) var isLink: [Bool]
    private(set) var isStairs: [Bool]
    private(set) var boarded: [Boarded?]
    private(set) var side: [DrivingSide]
    private(set) var tunnels: [GeometrySpan] = []
    private(set) var ferries: [GeometrySpan] = []
    private(set) var tolls: [GeometrySpan] = []
    private(set) var borders: [ProviderBorder] = []

    /// - Parameters:
    ///   - details: the attributes of the path.
    ///   - segments: number of segments of the line.
    ///   - evidentSide: the driving side of paths without countries.
    init(_ details: GraphHopperAnswer.Details, segments: Int, evidentSide: DrivingSide) {
        isMotorway = Array(repeating: false, count: segments)
        isLink = isMotorway
        isStairs = isMotorway
        boarded = Array(repeating: nil, count: segments)
        side = Array(repeating: details.country.isEmpty ? evidentSide : .none, count: segments)
        for span in details.roadClass where span.value == "motorway" { fill(&isMotorway, span.range, true) }
        for span in details.roadClass where span.value == "steps" { fill(&isStairs, span.range, true) }
        // Other values mean no toll, or one for lorries only.
        for span in details.toll where span.value == "all" {
            tolls.join(from: span.range.lowerBound, to: span.range.upperBound)
        }
        for span in details.isLink where span.value { fill(&isLink, span.range, true) }
        for span in details.environment {
            switch span.value {
            case "ferry": board(.ferry, span.range)
            case "shuttle_train": board(.train, span.range)
            case "tunnel": tunnels.join(from: span.range.lowerBound, to: span.range.upperBound)
            default: continue
            }
        }
        var last: String?
        for span in details.country {
            guard let country = Country.alpha2(span.value) else { continue }
            fill(&side, span.range, Country.keepsLeft.contains(country) ? .left : .right)
            if let last, last != country {
                borders.append(ProviderBorder(geometryIndex: span.range.lowerBound, countryCode: country))
            }
            last = country
        }
    }

    private mutating func board(_ boarded: Boarded, _ range: Range<Int>) {
        fill(&self.boarded, range, boarded)
        ferries.join(from: range.lowerBound, to: range.upperBound)
    }

    private func fill<Value>(_ values: inout [Value], _ range: Range<Int>, _ value: Value) {
        for segment in range where values.indices.contains(segment) { values[segment] = value }
    }
}

extension GraphHopperAnswer.Details {
    /// A limit of this speed means that there is no limit.
    private static let unlimitedKilometersPerHour = 150.0

    /// The speed limits, explicit from signs, or estimated from the law of the country.
    var speedLimits: [SpeedLimitSpan] {
        maximumSpeed.flatMap { span -> [SpeedLimitSpan] in
            guard span.value > 0 else { return [] }
            let isLimited = span.value < Self.unlimitedKilometersPerHour
            return parts(of: span.range).map { part in
                SpeedLimitSpan(
                    span: GeometrySpan(fromIndex: part.range.lowerBound, toIndex: part.range.upperBound),
                    limit: SpeedLimit(
                        metersPerSecond: isLimited ? span.value / 3.6 : nil, isExplicit: !part.value))
            }
        }
    }

    /// The parts of a stretch with the same source of the limit; the value is `true` for estimated limits.
    private func parts(of range: Range<Int>) -> [GraphHopperAnswer.Span<Bool>] {
        var parts: [GraphHopperAnswer.Span<Bool>] = []
        var start = range.lowerBound
        let first = isEstimated.partitioningIndex { $0.range.upperBound > range.lowerBound }
        for span in isEstimated[first...] {
            guard span.range.lowerBound < range.upperBound else { break }
            let common = span.range.clamped(to: range)
            if start < common.lowerBound { parts.append(.init(range: start..<common.lowerBound, value: false)) }
            parts.append(.init(range: common, value: span.value))
            start = common.upperBound
        }
        if start < range.upperBound { parts.append(.init(range: start..<range.upperBound, value: false)) }
        return parts
    }
}

extension Array {
    /// Index of the first element that fulfils a condition that all later elements fulfil too, by binary search.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
