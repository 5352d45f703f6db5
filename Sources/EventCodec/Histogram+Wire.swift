public import NavigationEvents

extension Histogram: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.doubles(1, "boundsSeconds", boundsSeconds)
        sink.uint64s(2, "counts", counts)
        sink.double(3, "sumSeconds", sumSeconds)
    }

    /// Reads a message up to the end of the reader. A message without bounds and counts is an empty histogram with the
    /// usual ranges. Counts that do not fit the bounds, or bounds that do not rise, are a ``WireError``: their meaning
    /// is unknown.
    public init(from reader: inout WireReader) throws(WireError) {
        var bounds: [Double] = []
        var counts: [UInt64] = []
        var sumSeconds: Double = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: try reader.doubles("boundsSeconds", appendingTo: &bounds)
            case 2: try reader.uint64s("counts", appendingTo: &counts)
            case 3: sumSeconds = try reader.double("sumSeconds")
            default: try reader.skip()
            }
        }
        if bounds.isEmpty, counts.isEmpty {
            self.init()
            return
        }
        guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }), !bounds.contains(where: \.isNaN) else {
            throw WireReader.failure(
                .invalidValue("the bounds do not rise; sort them"), "boundsSeconds", at: reader.position)
        }
        guard let histogram = Histogram(boundsSeconds: bounds, counts: counts, sumSeconds: sumSeconds) else {
            throw WireReader.failure(
                .invalidValue("\(counts.count) counts for \(bounds.count) bounds; send one more than bounds"), "counts",
                at: reader.position)
        }
        self = histogram
    }
}
