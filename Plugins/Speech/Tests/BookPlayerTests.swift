import NavigationEvents
import Testing

@testable import Speech

@Suite struct BookPlayerTests {
    private typealias Action = BookPlayer.Action

    private let book: Book

    init() throws {
        book = try Book.make(
            BookText.page("one"), BookText.page([("two", ""), ("more", "")]), "", BookText.page("four"))
    }

    /// What a player does, in a few words.
    private func brief(_ actions: [Action]) -> [String] {
        actions.map { action in
            switch action {
            case .cancel: "cancel"
            case .show(let page): "show \(page.number)"
            case .say(let utterances): "say " + utterances.map(\.text).joined(separator: ", ")
            case .finished(let page): "finished \(page)"
            case .dropped(let page, let reason): "dropped \(page): \(reason)"
            }
        }
    }

    @Test func pagesAreTurnedForwardAndBackOverWhatIsBroken() throws {
        var player = BookPlayer(book)
        #expect(brief(try player.turn(.next)) == ["show 1", "say one"])
        #expect(brief(player.finished(page: 1, index: 0)) == ["finished 1"])
        #expect(brief(try player.turn(.next)) == ["show 2", "say two, more"])
        #expect(brief(try player.turn(.next)) == ["cancel", "show 4", "say four"])
        #expect(brief(try player.turn(.previous)) == ["cancel", "show 2", "say two, more"])
        #expect(brief(try player.turn(.to(1))) == ["cancel", "show 1", "say one"])
    }

    @Test func aPageThatIsNotThereChangesNothing() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(4))
        let before = player
        for turn in [PageTurn.next, .to(3), .to(0), .to(-5), .to(Int.max)] {
            #expect(throws: BookError.self) { try player.turn(turn) }
        }
        #expect(player == before)
        var closed = BookPlayer(book)
        #expect(throws: BookError.self) { try closed.turn(.previous) }
    }

    @Test func theEndOfAPageIsTheEndOfItsLastPiece() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(2))
        #expect(player.finished(page: 2, index: 0).isEmpty)
        #expect(player.finished(page: 1, index: 1).isEmpty)
        #expect(brief(player.finished(page: 2, index: 1)) == ["finished 2"])
        #expect(player.finished(page: 2, index: 1).isEmpty)
    }

    @Test func aWholeBookGoesOnFromPageToPage() throws {
        var player = BookPlayer(book, goesOn: true)
        _ = try player.turn(.next)
        #expect(brief(player.finished(page: 1, index: 0)) == ["finished 1", "show 2", "say two, more"])
        _ = player.finished(page: 2, index: 0)
        #expect(brief(player.finished(page: 2, index: 1)) == ["finished 2", "show 4", "say four"])
        #expect(brief(player.finished(page: 4, index: 0)) == ["finished 4"])
    }

    @Test func aPageWithNothingToSayIsShownAndOver() throws {
        var player = BookPlayer(try Book.make(BookText.page(" "), BookText.page("two")), goesOn: true)
        #expect(brief(try player.turn(.next)) == ["show 1", "finished 1", "show 2", "say two"])
    }

    @Test func aPlaceWaitsForThePageThatIsBeingReadAndGivesWayToTheNextPlace() throws {
        var player = BookPlayer(book)
        #expect(brief(player.reach(1)) == ["show 1", "say one"])
        #expect(player.reach(2).isEmpty)
        #expect(brief(player.reach(4)) == ["dropped 2: the next place was reached before it was said"])
        #expect(brief(player.finished(page: 1, index: 0)) == ["finished 1", "show 4", "say four"])
        #expect(player.reach(3).isEmpty)
    }

    @Test func turningAPageDropsThePlaceThatWaits() throws {
        var player = BookPlayer(book)
        _ = player.reach(1)
        _ = player.reach(4)
        #expect(
            brief(try player.turn(.to(2))) == [
                "cancel", "dropped 4: another page was turned to", "show 2", "say two, more",
            ])
        #expect(brief(player.stop(reason: "stopped")) == ["cancel"])
        #expect(player.stop(reason: "stopped").isEmpty)
    }

    @Test func aBookReadAnewGoesOnWhereThePageIsAsItWas() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(2))
        _ = player.finished(page: 2, index: 0)
        #expect(player.reload(book).isEmpty)
        let another = try Book.make(BookText.page("ONE"), BookText.page([("two", ""), ("more", "")]))
        #expect(player.reload(another).isEmpty)
        #expect(player.said == 1)
    }

    @Test func aPageThatWasChangedIsReadFromItsBeginning() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(1))
        let another = try Book.make(BookText.page("uno"), BookText.page("dos"))
        #expect(brief(player.reload(another)) == ["cancel", "show 1", "say uno"])
        _ = player.finished(page: 1, index: 0)
        #expect(brief(player.reload(book)) == ["show 1"])
        #expect(player.said == nil)
    }

    @Test func aPageThatIsGoneEndsAndTheNextTurnFindsItsPlace() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(4))
        let shorter = try Book.make(BookText.page("uno"), BookText.page("dos"))
        #expect(brief(player.reload(shorter)) == ["cancel"])
        #expect(brief(try player.turn(.previous)) == ["show 2", "say dos"])
    }

    @Test func everyOrderOfEventsKeepsAtMostOnePageWithTheVoice() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let books = [book, try Book.make(BookText.page("x")), try Book.make(BookText.page([("a", ""), ("b", "")]))]
        for _ in 0..<300 {
            var player = BookPlayer(book, goesOn: Bool.random(using: &random))
            var queue: [(page: Int, index: Int)] = []
            for _ in 0..<30 {
                var actions: [Action] = []
                switch Int.random(in: 0..<6, using: &random) {
                case 0: actions = (try? player.turn(.to(Int.random(in: 0...5, using: &random)))) ?? []
                case 1: actions = (try? player.turn(Bool.random(using: &random) ? .next : .previous)) ?? []
                case 2: actions = player.reach(Int.random(in: 0...5, using: &random))
                case 3: actions = player.reload(books.randomElement(using: &random) ?? book)
                case 4: actions = player.stop(reason: "")
                default:
                    guard !queue.isEmpty else { continue }
                    let piece = queue.removeFirst()
                    actions = player.finished(page: piece.page, index: piece.index)
                }
                for action in actions {
                    if action == .cancel { queue = [] }
                    guard case .say(let utterances) = action else { continue }
                    #expect(queue.isEmpty, "seed \(seed)")
                    for utterance in utterances {
                        guard case .book(let page, let index) = utterance.kind else { continue }
                        queue.append((page, index))
                    }
                }
                #expect(queue.isEmpty == (player.said == nil), "seed \(seed)")
            }
        }
    }
}

/// A generator that repeats itself: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
