import Announcements
package import EventBus
package import NavigationEvents
import Synchronization
import ZeroMQ

/// Answers queries for words, on a thread of its own: guidance does not wait for a string table to be read.
///
/// Nothing is loaded before the first query.
package final class DescriptionWriter: Sendable {
    /// Maximum number of languages in memory.
    private static let maxTables = 4
    /// Maximum number of routes whose words are prepared.
    private static let maxRoutes = 16

    /// The route of a session, with the language and the units of its words.
    private struct Key: Hashable {
        var session: Session
        var run: UInt64
        /// Number of the onNavigationStarted.
        var route: UInt64
        var language: String
        var units: UnitSystem
    }

    private struct State {
        var executor: SocketExecutor?
        var tables = RecentValues<String, StringTable>(maxCount: DescriptionWriter.maxTables)
        var routes = RecentValues<Key, RouteWords>(maxCount: DescriptionWriter.maxRoutes)
    }

    private let language: String
    private let units: UnitSystem
    private let folder: String
    private let state = Mutex(State())

    /// - Parameter speech: The settings of the speech control, whose language, units and tables are the defaults.
    package init(speech: [String: SettingValue]) {
        func text(_ key: String) -> String? {
            if case .text(let text)? = speech[key], !text.isEmpty { text } else { nil }
        }
        language = text("language") ?? "en"
        units = text("units").flatMap(UnitSystem.init) ?? .metric
        folder = text("languages") ?? ""
    }

    /// Answers a query.
    package func answer(_ query: DescriptionQuery, _ session: Session, _ bus: BusServer) async -> Reply {
        guard let cursor = await bus.cursor(of: session) else { return await bus.noSuchSession(session) }
        let tag = query.language.isEmpty ? language : query.language
        let key = Key(
            session: session, run: cursor.run, route: cursor.topicSequences[.onNavigationStarted] ?? 0,
            language: tag.lowercased(), units: query.units.system ?? units)
        do {
            guard LanguageFolder.isTag(tag) else {
                throw RequestError(code: .malformed, text: "a language is a tag such as de or en-GB")
            }
            let known = state.withLock { $0.routes[key] }
            let route = known == nil ? try await bus.route(of: session) : nil
            let events = try await bus.events(for: query, session)
            let executor = try thread()
            return try await Task(executorPreference: executor) { [self] in
                let words = try known ?? words(of: route, key, tag)
                return try Self.reply(words, query, events)
            }.value
        } catch {
            return .refused(Self.refusal(error))
        }
    }

    private static func reply(_ words: RouteWords, _ query: DescriptionQuery, _ events: [NavigationInfo]) throws
        -> Reply
    {
        if case .step(let number) = query.subject, !words.hasStep(number) {
            throw RequestError.noSuchStep(number, count: words.count)
        }
        if let description = try words.description(of: query, in: events) { return .description(description) }
        throw RequestError(
            code: .unavailable, text: "the present guidance has no words; ask again after the next event")
    }

    /// Prepares the words of a route.
    private func words(of route: Route?, _ key: Key, _ tag: String) throws -> RouteWords {
        guard let route else { throw RequestError(code: .unavailable, text: "the navigation has just ended") }
        let words = RouteWords(of: route, try table(for: tag), units: key.units)
        state.withLock { $0.routes[key] = words }
        return words
    }

    private func table(for tag: String) throws -> StringTable {
        let key = tag.lowercased()
        if let known = state.withLock({ $0.tables[key] }) { return known }
        let table = try LanguageFolder.ofProgram(setting: folder).table(for: tag)
        state.withLock { $0.tables[key] = table }
        return table
    }

    private func thread() throws -> SocketExecutor {
        try state.withLock { state in
            if let executor = state.executor { return executor }
            let executor = try SocketExecutor(name: "words")
            state.executor = executor
            return executor
        }
    }

    private static func refusal(_ error: any Error) -> RequestError {
        switch error {
        case let error as RequestError: error
        case let error as LanguageError:
            if case .unknownLanguage = error {
                RequestError(code: .malformed, text: "failed to \(error)")
            } else {
                RequestError(code: .unavailable, text: "failed to \(error)")
            }
        default: RequestError(code: .unavailable, text: "failed to \(error)")
        }
    }
}

extension BusServer {
    /// The events from which the words for an instruction follow.
    fileprivate func events(for query: DescriptionQuery, _ session: Session) throws(RequestError) -> [NavigationInfo] {
        guard isNavigating(session) else {
            _ = try route(of: session)
            return []
        }
        if case .cue(let cue) = query.subject {
            let events = events(announcing: cue, session: session)
            guard events.isEmpty else { return events }
            throw RequestError(
                code: .unavailable,
                text: "this cue is not due, and was not due shortly before; use the cue of an onNavigation")
        }
        if case .navigation(let info)? = newest(.onNavigation, of: session)?.event, info.state != .stopped {
            return [info]
        }
        if case .step = query.subject { return [] }
        throw RequestError(
            code: .unavailable,
            text: "session \"\(session.name)\" has no position on the route yet; wait for the first fix")
    }
}

/// Values by key; of too many, those that were not used for the longest time are forgotten.
private struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let maxCount: Int
    private var values: [Key: (value: Value, use: UInt64)] = [:]
    private var uses: UInt64 = 0

    init(maxCount: Int) { self.maxCount = maxCount }

    subscript(key: Key) -> Value? {
        mutating get {
            guard let value = values[key]?.value else { return nil }
            uses += 1
            values[key]?.use = uses
            return value
        }
        set {
            uses += 1
            values[key] = newValue.map { ($0, uses) }
            while values.count > maxCount, let oldest = values.min(by: { $0.value.use < $1.value.use })?.key {
                values[oldest] = nil
            }
        }
    }
}
