import NavigationEvents
import Platform
import TestSupport

// Random plans, with everything that they can hold.

extension LoopPlan: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> LoopPlan {
        var controlSettings: [String: [String: SettingValue]] = [:]
        var controlRoles: [String: [Role]] = [:]
        for _ in 0..<3 {
            controlSettings[random.make()] = random.makeMap()
            controlRoles[random.make()] = random.makeList()
        }
        return LoopPlan(
            endpoints: random.make(), session: random.make(), cueTimingFactor: random.make(),
            source: random.makeOptional(), controlSettings: controlSettings, controlRoles: controlRoles,
            journal: random.make(), access: random.make(), maxSessions: random.make(),
            passesTimeWithPositions: random.make(), resumeKey: random.make())
    }
}

extension SourcePlan: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SourcePlan {
        var source = SourcePlan(kind: Kind.allCases.randomElement(using: &random) ?? .gpsd)
        source.path = random.makeOptional()
        source.host = random.make()
        source.port = UInt16(truncatingIfNeeded: random.next())
        source.baud = random.make()
        source.pace = random.makeOptional().map { .factor($0) } ?? .max
        source.speedFactor = random.make()
        source.noiseMeters = random.make()
        source.seed = random.make()
        source.rateHertz = random.make()
        source.startTime = random.makeOptional()
        source.listen = random.makeOptional()
        source.token = random.makeOptional()
        return source
    }
}

extension BusEndpoints: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> BusEndpoints {
        BusEndpoints(requests: random.make(), events: random.make())
    }
}

extension JournalSettings: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> JournalSettings {
        JournalSettings(
            folder: random.makeOptional(), maxBytes: Int(random.make(Int64.self)), seconds: random.make())
    }
}

extension AccessSettings: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> AccessSettings {
        AccessSettings(
            remote: random.makeOptional(), keysFolder: random.make(), otherUsers: Set(random.makeList(Role.self)),
            maxPeers: random.make(), requestsPerSecond: random.make())
    }
}

extension Role: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Role { allCases.randomElement(using: &random) ?? .tap }
}
