import NavigationEvents
import Testing

@testable import NavigationControl

@Suite("Route requests of sessions")
struct InquiryBookTests {
    private let other = Session("other") ?? .main

    @Test func `a request that is in every event is handed out once`() {
        var book = InquiryBook()
        #expect(book.note(.main, run: 1, asks: .make(1)) == .ask(.main, .make(1)))
        #expect(book.note(.main, run: 1, asks: .make(1)) == nil)
        #expect(book.note(other, run: 1, asks: .make(1)) == .ask(other, .make(1)))
        #expect(book.note(.main, run: 1, asks: .make(2)) == .ask(.main, .make(2)))
    }

    @Test func `a missing request is a withdrawal, unless the answer was accepted`() {
        var book = InquiryBook()
        #expect(book.note(.main, run: 1, asks: nil) == nil)
        _ = book.note(.main, run: 1, asks: .make(1))
        #expect(book.note(.main, run: 1, asks: nil) == .withdraw(.main))
        #expect(book.note(.main, run: 1, asks: nil) == nil)
        _ = book.note(.main, run: 1, asks: .make(2))
        _ = book.take(.make(2), session: .main)
        book.settle(.main, number: 2)
        #expect(book.note(.main, run: 1, asks: nil) == nil)
    }

    @Test func `an answer is sent again with each event until the bus accepts it`() {
        var book = InquiryBook()
        _ = book.note(.main, run: 1, asks: .make(1))
        #expect(book.take(.make(1), session: .main) == .send(.main, .make(1)))
        #expect(book.note(.main, run: 1, asks: .make(1)) == .send(.main, .make(1)))
        book.settle(.main, number: 1)
        #expect(book.note(.main, run: 1, asks: .make(1)) == nil)
        #expect(book.take(.make(1), session: .main) == nil, "one answer is enough")
    }

    @Test func `an answer to a withdrawn request is dropped`() {
        var book = InquiryBook()
        #expect(book.take(.make(1), session: .main) == nil)
        _ = book.note(.main, run: 1, asks: .make(2))
        #expect(book.take(.make(1), session: .main) == nil)
        book.settle(.main, number: 1)
        #expect(book.take(.make(2), session: .main) == .send(.main, .make(2)))
    }

    @Test func `another run of the bus begins with new requests`() {
        var book = InquiryBook()
        _ = book.note(.main, run: 1, asks: .make(1))
        book.settle(.main, number: 1)
        #expect(book.note(.main, run: 2, asks: .make(1)) == .ask(.main, .make(1)))
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
