import EventCodec
import NavigationEvents
import Platform
import TestSupport

extension Timestamp: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: random.make())
    }
}

extension Session: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Session {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-_")
        let length = Int.random(in: 1...32, using: &random)
        return Session(String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })) ?? .main
    }
}

extension Topic: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Topic {
        allCases.randomElement(using: &random) ?? .onGPS
    }
}

extension SettingValue: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SettingValue {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .bool(random.make())
        case 1: .integer(random.make())
        case 2: .number(random.make())
        case 3: .text(random.make())
        default: .list(random.makeList())
        }
    }
}

extension Event: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Event {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: .gps(random.make())
        case 1: .navigation(random.make())
        case 2: .navigationStarted(random.make())
        case 3: .navigationStopped(random.make())
        case 4: .command(random.make())
        case 5: .heading(random.make())
        default: .control(random.make())
        }
    }
}

extension ControlAction: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ControlAction {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .mute(random.make())
        case 1: .verbosity(random.make())
        case 2: .repeatAnnouncement
        case 3: .calibrate
        case 4: .say(random.make())
        case 5: .playback(random.make())
        case 6: .focus(random.make())
        default: .turnPage(random.make())
        }
    }
}

extension MapFocus: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> MapFocus {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .position
        case 1: .route
        case 2: .step(random.make())
        default: .point(random.make())
        }
    }
}

extension DescriptionQuery: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> DescriptionQuery {
        let subjects: [Subject] = [.present, .cue(random.make()), .step(random.make())]
        return DescriptionQuery(
            subjects.randomElement(using: &random) ?? .present, language: random.make(), style: random.make(),
            units: random.make(), stage: random.make())
    }
}

extension Description: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Description {
        Description(
            text: random.make(), language: random.make(), stepNumber: random.makeOptional(), roadName: random.make(),
            distanceText: random.make())
    }
}

extension PageTurn: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> PageTurn {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .next
        case 1: .previous
        default: .to(random.make())
        }
    }
}

extension Request: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Request {
        switch Int.random(in: 0..<29, using: &random) {
        case 0: .hello(random.make())
        case 1: .missed(random.make())
        case 2: .report(random.make(), random.make())
        case 3: .start(random.make(), random.make())
        case 4: .stop(random.make())
        case 5: .status
        case 6: .mute(random.make(), random.make())
        case 7: .repeatAnnouncement(random.make())
        case 8: .verbosity(random.make(), random.make())
        case 9: .calibrate(random.make())
        case 10: .heartbeat(random.make(), random.make())
        case 11: .answerRoute(random.make(), random.make())
        case 12: .openSession(random.make())
        case 13: .closeSession(random.make())
        case 14: .sessions(random.make())
        case 15: .say(random.make(), random.make())
        case 16: .playback(random.make(), random.make())
        case 17: .turnPage(random.make(), random.make())
        case 18: .heading(random.make(), random.make())
        case 19: .part(random.make())
        case 20: .skipStopover(random.make())
        case 21: .motion(random.make(), random.make())
        case 22: .speech(random.make(), random.make())
        case 23: .elapsed(random.make(), random.make())
        case 24: .checkpoint(random.make())
        case 25: .restoreSession(random.make())
        case 26: .describe(random.make(), random.make())
        case 27: .focus(random.make(), random.make())
        default: .position(random.make(), random.make())
        }
    }
}

extension Reply: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Reply {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .welcome(random.make())
        case 1: .events(random.makeList())
        case 2: .done
        case 3: .status(random.make())
        case 4: .record(random.make())
        case 5: .description(random.make())
        default: .refused(random.make())
        }
    }
}

extension LaunchOrder: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> LaunchOrder {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .plan(random.make())
        case 1: .earlierPlan(random.makeMap())
        case 2: .begin
        case 3: .observer(random.make())
        default: .control(random.make())
        }
    }
}

extension RequestFrame: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> RequestFrame {
        RequestFrame(id: random.make(), request: random.make())
    }
}

extension ReplyFrame: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ReplyFrame {
        ReplyFrame(id: random.make(), reply: random.make())
    }
}
