import Platform

/// Prints the results of the subscribers, one a line.
struct Report {
    private let options: Options
    private let busCPU: UInt64
    private let outcomes: [Outcome]

    init(_ options: Options, busCPU: UInt64) throws(SystemError) {
        self.options = options
        self.busCPU = busCPU
        var outcomes: [Outcome] = []
        for index in 0..<options.subscribers {
            outcomes.append(try Outcome(readingFrom: "\(options.folder)/subscriber-\(index)"))
        }
        self.outcomes = outcomes
    }

    func show() {
        // The stopped subscriber is reported separately.
        let judged = options.mode == .stall ? outcomes.dropLast() : outcomes[...]
        showLatencies(judged)
        let slowest = judged.min { $0.perSecond < $1.perSecond } ?? Outcome()
        print("throughput \(slowest.perSecond.rounded()) \(slowest.received)")
        print("lost \(judged.reduce(0) { $0 + $1.lost + $1.missed })")
        print("untold \(outcomes.reduce(0) { $0 + $1.lost }) repeated \(outcomes.reduce(0) { $0 + $1.repeated })")
        print("repaired \(outcomes.reduce(0) { $0 + $1.repaired })")
        showCPU()
        if options.mode == .stall, let stopped = outcomes.last {
            print(
                "stopped missed \(stopped.missed) told_us \(microseconds(stopped.reportedNanoseconds))"
                    + " current_us \(microseconds(stopped.currentNanoseconds))")
        }
    }

    private func showLatencies(_ outcomes: ArraySlice<Outcome>) {
        let latencies = outcomes.flatMap(\.latencies).sorted()
        guard !latencies.isEmpty else { return }
        let shown = [0.5, 0.99, 0.999].map { share in
            microseconds(latencies[min(latencies.count - 1, Int(share * Double(latencies.count)))])
        }
        print("latency_us \(shown.joined(separator: " "))")
    }

    private func showCPU() {
        let subscriberCPU = outcomes.reduce(0) { $0 + $1.cpuNanoseconds }
        print("cpu_us publisher \(microseconds(busCPU)) subscribers \(microseconds(subscriberCPU))")
        let deliveries = outcomes.reduce(0) { $0 + $1.received }
        if options.mode == .idle {
            let (bus, each) = (Double(busCPU), Double(subscriberCPU) / Double(options.subscribers))
            let perSecond = [bus, each].map { microseconds(UInt64($0 / options.seconds)) }
            print("idle_us_per_s publisher \(perSecond[0]) subscriber \(perSecond[1])")
        } else if deliveries > 0 {
            print("cpu_us_per_delivery \(microseconds((busCPU + subscriberCPU) / deliveries))")
        }
    }

    private func microseconds(_ nanoseconds: UInt64) -> String {
        let tenths = (nanoseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
