import BusTestSupport
import NavigationEvents
import Testing

@testable import NavigationControl

@Suite("Route requests of sessions")
struct PendingRouteRequestsTests {
    private let other = Session("other") ?? .main

    @Test func `a request that is in every event is handed out once`() {
        var pending = PendingRouteRequests()
        #expect(pending.note(.main, run: 1, asks: .make(1)) == .ask(.main, .make(1)))
        #expect(pending.note(.main, run: 1, asks: .make(1)) == nil)
        #expect(pending.note(other, run: 1, asks: .make(1)) == .ask(other, .make(1)))
        #expect(pending.note(.main, run: 1, asks: .make(2)) == .ask(.main, .make(2)))
    }

    @Test func `a missing request is a withdrawal, unless the answer was accepted`() {
        var pending = PendingRouteRequests()
        #expect(pending.note(.main, run: 1, asks: nil) == nil)
        _ = pending.note(.main, run: 1, asks: .make(1))
        #expect(pending.note(.main, run: 1, asks: nil) == .withdraw(.main))
        #expect(pending.note(.main, run: 1, asks: nil) == nil)
        _ = pending.note(.main, run: 1, asks: .make(2))
        _ = pending.take(.make(2), session: .main)
        pending.settle(.main, number: 2)
        #expect(pending.note(.main, run: 1, asks: nil) == nil)
    }

    @Test func `an answer is sent again with each event until the bus accepts it`() {
        var pending = PendingRouteRequests()
        _ = pending.note(.main, run: 1, asks: .make(1))
        #expect(pending.take(.make(1), session: .main) == .send(.main, .make(1)))
        #expect(pending.note(.main, run: 1, asks: .make(1)) == .send(.main, .make(1)))
        pending.settle(.main, number: 1)
        #expect(pending.note(.main, run: 1, asks: .make(1)) == nil)
        #expect(pending.take(.make(1), session: .main) == nil, "one answer is enough")
    }

    @Test func `an answer to a withdrawn request is dropped`() {
        var pending = PendingRouteRequests()
        #expect(pending.take(.make(1), session: .main) == nil)
        _ = pending.note(.main, run: 1, asks: .make(2))
        #expect(pending.take(.make(1), session: .main) == nil)
        pending.settle(.main, number: 1)
        #expect(pending.take(.make(2), session: .main) == .send(.main, .make(2)))
    }

    @Test func `another run of the bus begins with new requests`() {
        var pending = PendingRouteRequests()
        _ = pending.note(.main, run: 1, asks: .make(1))
        pending.settle(.main, number: 1)
        #expect(pending.note(.main, run: 2, asks: .make(1)) == .ask(.main, .make(1)))
    }
}

extension RouteRequest {
    fileprivate static func make(_ number: UInt64) -> RouteRequest {
        RouteRequest(
            number: number, position: Coordinate(latitudeDegrees: 49, longitudeDegrees: 8),
            horizontalAccuracyMeters: 5, stopovers: [Coordinate(latitudeDegrees: 49.1, longitudeDegrees: 8)])
    }
}

extension RouteAnswer {
    fileprivate static func make(_ number: UInt64) -> RouteAnswer {
        RouteAnswer(number: number, outcome: .failure("find a way"))
    }
}
