import TestSupport
import NavigationEvents
import SpeechTestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

@Suite struct TourTests {
    /// Returns a fix at an offset in metres from a point in Heidelberg.
    private func fix(north: Double, east: Double = 0, second: Double) -> Fix {
        var fix = Fix.make(at: .noon.later(seconds: second))
        fix.position.latitudeDegrees += north / 111_195
        fix.position.longitudeDegrees += east / (111_195 * 0.6506)
        fix.smoothedPosition = fix.position
        return fix
    }

    private func book() throws -> Book {
        try Book.make(
            BookText.page("bridge", BookText.place(49.41, 8.69, radius: 20)), BookText.page("no place"),
            BookText.page("far", BookText.number("distance", 3000)))
    }

    @Test func `a page is due once when its circle is reached`() throws {
        var (tour, book) = (Tour(), try book())
        #expect(tour.moved(to: fix(north: -100, second: 0), in: book).isEmpty)
        #expect(tour.moved(to: fix(north: -15, second: 10), in: book) == [1])
        for second in 11..<20 { #expect(tour.moved(to: fix(north: 0, second: Double(second)), in: book).isEmpty) }
        #expect(tour.moved(to: fix(north: 200, second: 40), in: book).isEmpty)
        #expect(tour.moved(to: fix(north: 0, second: 60), in: book).isEmpty)
    }

    @Test func `a fast vehicle with a slow receiver misses no circle`() throws {
        var (tour, book) = (Tour(), try book())
        _ = tour.moved(to: fix(north: -60, second: 0), in: book)
        #expect(tour.moved(to: fix(north: 60, east: 10, second: 2), in: book) == [1])
        var aside = Tour()
        _ = aside.moved(to: fix(north: -60, east: 40, second: 0), in: book)
        #expect(aside.moved(to: fix(north: 60, east: 40, second: 2), in: book).isEmpty)
    }

    @Test func `a jump of the position crosses no circle`() throws {
        var (tour, book) = (Tour(), try book())
        _ = tour.moved(to: fix(north: -400, second: 0), in: book)
        #expect(tour.moved(to: fix(north: 400, second: 1), in: book).isEmpty)
        _ = tour.moved(to: fix(north: -60, second: 100), in: book)
        #expect(tour.moved(to: fix(north: 60, second: 160), in: book).isEmpty)
    }

    @Test func `the next drive reads the page again if the circle was left`() throws {
        var (tour, book) = (Tour(), try book())
        #expect(tour.moved(to: fix(north: 0, second: 0), in: book) == [1])
        tour.stopped()
        #expect(tour.moved(to: fix(north: 1, second: 1), in: book).isEmpty)
        _ = tour.moved(to: fix(north: 300, second: 20), in: book)
        #expect(tour.moved(to: fix(north: 5, second: 40), in: book) == [1])
    }

    @Test func `pages of an earlier process are not due again`() throws {
        var first = Tour()
        #expect(first.moved(to: fix(north: 0, second: 0), in: try book()) == [1])
        var tour = Tour(first.savedState)
        #expect(tour.moved(to: fix(north: 0, second: 0), in: try book()).isEmpty)
    }

    private func info(left: Double, _ state: NavigationState = .enroute) -> NavigationInfo {
        NavigationInfo(
            state: state, fix: .make(), toDestination: Remaining(distanceMeters: left, durationSeconds: left / 10))
    }

    private func route(_ meters: Double, _ reason: RouteReason = .requested) -> Route {
        Route(
            id: "\(meters) \(reason)", provider: "test", reason: reason, geometry: [], legs: [], stopovers: [],
            distanceMeters: meters,
            durationSeconds: 1)
    }

    @Test func `a page is due by its distance along the route`() throws {
        var (tour, book) = (Tour(), try book())
        #expect(tour.moved(along: info(left: 100), in: book).isEmpty)
        tour.started(route(5000))
        #expect(tour.moved(along: info(left: 2500), in: book).isEmpty)
        tour.started(route(5000))
        #expect(tour.moved(along: info(left: 1990, .rerouting), in: book).isEmpty)
        #expect(tour.moved(along: info(left: 1990), in: book) == [3])
        #expect(tour.moved(along: info(left: 1980), in: book).isEmpty)
    }

    @Test func `a new route continues the distance`() throws {
        var (tour, book) = (Tour(), try book())
        tour.started(route(5000))
        #expect(tour.moved(along: info(left: 3000), in: book).isEmpty)
        tour.started(route(4000, .rerouted))
        #expect(tour.moved(along: info(left: 3500), in: book).isEmpty)
        tour.started(route(3400, .replaced))
        #expect(tour.moved(along: info(left: 2950), in: book).isEmpty)
        #expect(tour.moved(along: info(left: 2890), in: book) == [3])
    }

    private func distances(_ meters: Double...) throws -> Book {
        Book(
            pages: meters.enumerated().map { index, meters in
                BookPage(number: index + 1, place: .distance(meters: meters))
            })
    }

    @Test func `distances before the start of the tour are skipped`() throws {
        var (tour, book) = (Tour(), try distances(0, 300, 4900, 5100))
        tour.started(route(9000))
        #expect(tour.moved(along: info(left: 4000), in: book) == [3])
        #expect(tour.moved(along: info(left: 3890), in: book) == [4])
        var punctual = Tour()
        punctual.started(route(9000))
        #expect(punctual.moved(along: info(left: 8990), in: book) == [1])
    }

    @Test func `a restarted process continues the tour`() throws {
        let book = try distances(300, 1000, 2000, 2600, 3100)
        var (tour, said): (Tour, [Int]) = (Tour(), [])
        tour.started(route(2000))
        for left in stride(from: 2000.0, to: 800, by: -10) { said += tour.moved(along: info(left: left), in: book) }
        #expect(said == [1, 2])
        // A new route, with a restart during and after it.
        tour = Tour(tour.savedState)
        tour.started(route(3000, .rerouted))
        for left in stride(from: 3000.0, to: 1800, by: -10) {
            said += tour.moved(along: info(left: left), in: book)
            guard Int(left).isMultiple(of: 200) else { continue }
            tour = Tour(tour.savedState)
            tour.started(route(3000, .rerouted))
        }
        #expect(said == [1, 2, 3])
        for left in stride(from: 1800.0, to: 0, by: -10) { said += tour.moved(along: info(left: left), in: book) }
        #expect(said == [1, 2, 3, 4, 5])
    }

    @Test func `an edited book makes no reached or passed page due`() throws {
        let place = BookText.page("bridge", BookText.place(49.41, 8.69, radius: 20))
        let far = BookText.page("far", BookText.number("distance", 3000))
        var (tour, book) = (Tour(), try Book.make(place, far))
        tour.started(route(5000))
        #expect(tour.moved(to: fix(north: 0, second: 0), in: book) == [1])
        #expect(tour.moved(along: info(left: 1990), in: book) == [2])
        _ = tour.moved(to: fix(north: 300, second: 20), in: book)
        // The book is unreadable for a moment, then it has new pages, one of them at a passed distance.
        for pages in [
            ["", far], [place, ""],
            [BookText.page("new"), place, BookText.page("old", BookText.number("distance", 400)), far],
        ] {
            book = try BookReader.book(
                BookText.list(
                    "<dict><key>bookPages</key><array>\(pages.map { "<dict>\($0)</dict>" }.joined())</array></dict>"),
                file: "book.plist")
            tour.reloaded(book)
            #expect(tour.moved(to: fix(north: 0, second: 40), in: book).isEmpty)
            #expect(tour.moved(along: info(left: 1980), in: book).isEmpty)
            _ = tour.moved(to: fix(north: 300, second: 60), in: book)
        }
    }

    @Test func `a circle at the antimeridian is reached`() throws {
        let book = try Book.make(BookText.page("line", BookText.place(0, 180, radius: 100)))
        var tour = Tour()
        var fix = Fix.make()
        fix.smoothedPosition = Coordinate(latitudeDegrees: 0, longitudeDegrees: -179.9995)
        #expect(tour.moved(to: fix, in: book) == [1])
    }

    @Test func `invalid positions reach no circle`() throws {
        var (tour, book) = (Tour(), try book())
        for value in [Double.nan, .infinity, 1e300] {
            var fix = Fix.make()
            fix.smoothedPosition = Coordinate(latitudeDegrees: value, longitudeDegrees: value)
            #expect(tour.moved(to: fix, in: book).isEmpty)
        }
        #expect(tour.moved(to: .make(), in: book) == [1])
    }
}
