import NavigationEvents
import Platform
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

@Suite struct BookPlayerTests {
    private typealias Action = BookPlayer.Action

    private let book: Book

    init() throws {
        book = try Book.make(
            BookText.page("one"), BookText.page([("two", ""), ("more", "")]), "", BookText.page("four"))
    }

    /// Returns the actions of a player as short texts.
    private func brief(_ actions: [Action]) -> [String] {
        actions.map { action in
            switch action {
            case .abandoned(let page, let reason): "left \(page): \(reason)"
            case .open(let page): "open \(page.number)"
            case .finished(let page): "finished \(page)"
            case .dropped(let page, let reason): "dropped \(page): \(reason)"
            }
        }
    }

    /// Returns the actions and the piece for the voice as short texts.
    private func asked(_ player: inout BookPlayer) -> [String] {
        var actions: [Action] = []
        let piece = player.piece(&actions)
        return brief(actions) + (piece.map { ["say \($0.text)"] } ?? [])
    }

    @Test func `turning pages forward and back skips invalid pages`() throws {
        var player = BookPlayer(book)
        #expect(brief(try player.turn(.next)) == ["open 1"])
        #expect(asked(&player) == ["say one"])
        #expect(asked(&player) == ["finished 1"])
        #expect(brief(try player.turn(.next)) == ["open 2"])
        #expect(asked(&player) == ["say two"])
        #expect(brief(try player.turn(.next)) == ["left 2: another page was turned to", "open 4"])
        #expect(asked(&player) == ["say four"])
        #expect(brief(try player.turn(.previous)) == ["left 4: another page was turned to", "open 2"])
        #expect(brief(try player.turn(.to(1))) == ["left 2: another page was turned to", "open 1"])
    }

    @Test func `turning to a missing page changes nothing`() throws {
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

    @Test func `the pieces come in order with their properties, then nothing`() throws {
        let page = BookText.page([("one", BookText.number("rate", 1.3)), ("", ""), ("two", "")])
        var player = BookPlayer(try Book.make(page))
        var actions = try player.turn(.next)
        let pieces = (0..<4).map { _ in player.piece(&actions) }
        #expect(pieces.map { $0?.text } == ["one", "two", nil, nil])
        #expect(pieces.map { $0?.kind } == [.book(page: 1, index: 0), .book(page: 1, index: 2), nil, nil])
        #expect(pieces[0]?.properties.rate == 1.3 && pieces[0]?.expires == nil)
        #expect(brief(actions) == ["open 1", "finished 1"])
    }

    @Test func `a whole book continues from page to page`() throws {
        var player = BookPlayer(book, turnsPages: true)
        _ = try player.turn(.next)
        let heard = (0..<6).flatMap { _ in asked(&player) }
        #expect(
            heard == [
                "say one", "finished 1", "open 2", "say two", "say more", "finished 2", "open 4", "say four",
                "finished 4",
            ])
    }

    @Test func `a page without text opens and ends at once`() throws {
        var player = BookPlayer(try Book.make(BookText.page(" "), BookText.page("two")), turnsPages: true)
        #expect(brief(try player.turn(.next)) == ["open 1"])
        #expect(asked(&player) == ["finished 1", "open 2", "say two"])
    }

    @Test func `a reached page waits for the page being read, and the next one replaces it`() throws {
        var player = BookPlayer(book)
        #expect(brief(player.reach([1])) == ["open 1"])
        #expect(asked(&player) == ["say one"])
        #expect(player.reach([2]).isEmpty)
        #expect(brief(player.reach([4])) == ["dropped 2: the next point was reached before the page was read"])
        #expect(asked(&player) == ["finished 1", "open 4", "say four"])
        #expect(player.reach([3]).isEmpty)
    }

    @Test func `of several pages reached at once only the last is read`() {
        var player = BookPlayer(book)
        let reason = "the next point was reached before the page was read"
        #expect(brief(player.reach([1, 2, 3, 4])) == ["dropped 1: \(reason)", "dropped 2: \(reason)", "open 4"])
        #expect(player.reach([]).isEmpty)
        #expect(player.reach([1]).isEmpty)
        #expect(brief(player.reach([2, 4])) == ["dropped 1: \(reason)", "dropped 2: \(reason)"])
        #expect(asked(&player) == ["say four"])
        #expect(asked(&player) == ["finished 4", "open 4", "say four"])
    }

    @Test func `turning a page drops the waiting page of a tour`() throws {
        var player = BookPlayer(book)
        _ = player.reach([1])
        _ = player.reach([4])
        #expect(
            brief(try player.turn(.to(2))) == [
                "left 1: another page was turned to", "dropped 4: another page was turned to", "open 2",
            ])
        #expect(brief(player.stop(reason: "stopped")) == ["left 2: stopped"])
        #expect(player.stop(reason: "stopped").isEmpty)
        #expect(asked(&player).isEmpty)
    }

    @Test func `a reloaded book continues if the page is unchanged`() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(2))
        #expect(asked(&player) == ["say two"])
        #expect(player.reload(book).isEmpty)
        let another = try Book.make(BookText.page("ONE"), BookText.page([("two", ""), ("more", "")]))
        #expect(player.reload(another).isEmpty)
        #expect(asked(&player) == ["say more"])
    }

    @Test func `a changed page starts again`() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(1))
        _ = asked(&player)
        let another = try Book.make(BookText.page("uno"), BookText.page("dos"))
        #expect(brief(player.reload(another)) == ["left 1: the page was changed", "open 1"])
        #expect(asked(&player) == ["say uno"])
        #expect(asked(&player) == ["finished 1"])
        #expect(player.reload(book).isEmpty)
        #expect(!player.isReading)
    }

    @Test func `a removed page ends, and the next turn starts from its number`() throws {
        var player = BookPlayer(book)
        _ = try player.turn(.to(4))
        let shorter = try Book.make(BookText.page("uno"), BookText.page("dos"))
        #expect(brief(player.reload(shorter)) == ["left 4: the page is not in the book any more"])
        #expect(brief(try player.turn(.previous)) == ["open 2"])
    }

    @Test func `in any order of events each piece belongs to the open page and comes once`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let books = [book, try Book.make(BookText.page("x")), try Book.make(BookText.page([("a", ""), ("b", "")]))]
        for _ in 0..<300 {
            var player = BookPlayer(book, turnsPages: Bool.random(using: &random))
            var last: Int?
            for _ in 0..<30 {
                var actions: [Action] = []
                var piece: Utterance?
                switch Int.random(in: 0..<6, using: &random) {
                case 0: actions = (try? player.turn(.to(Int.random(in: 0...5, using: &random)))) ?? []
                case 1: actions = (try? player.turn(Bool.random(using: &random) ? .next : .previous)) ?? []
                case 2: actions = player.reach([Int.random(in: 0...5, using: &random)])
                case 3: actions = player.reload(books.randomElement(using: &random) ?? book)
                case 4: actions = player.stop(reason: "")
                default: piece = player.piece(&actions)
                }
                if actions.contains(where: { if case .open = $0 { true } else { false } }) { last = nil }
                guard case .book(let page, let index) = piece?.kind else { continue }
                #expect(page == player.page?.number && index > last ?? -1, "seed \(seed)")
                last = index
            }
        }
    }
}
