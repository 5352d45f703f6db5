import FoundationEssentials
public import NavigationEvents

/// The answer of a routing engine, read into routes.
///
/// ```swift
/// let routes = try RouteDocument.read(bytes)   // the route, then its alternates
/// ```
public struct RouteDocument {
    /// Documents of more bytes are not read.
    public static let largestByteCount = 64 << 20
    /// Routes of more points are not read.
    public static let largestPointCount = 2_000_000

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the JSON as the engine sent it.
    ///   - provider: the dialect; detected from the document if `nil`.
    /// - Returns: the route first, then its alternates; at least one. ``Route/id`` is made of the provider, a hash of
    ///   the document and the place in it: the same document always gives the same ids.
    /// - Throws: ``RouteError``, the engine's own refusals included.
    public static func read(_ bytes: [UInt8], provider: RouteProvider? = nil) throws(RouteError) -> [Route] {
        guard bytes.count <= largestByteCount else {
            throw .tooLarge(what: "bytes", count: bytes.count, limit: largestByteCount)
        }
        let provided =
            switch try answer(in: bytes, provider: provider) {
            case .valhalla(let answer): try answer.provided()
            case .osrm(let answer): try answer.provided()
            }
        let hash = contentHash(bytes)
        var routes: [Route] = []
        for (number, one) in provided.enumerated() {
            routes.append(try one.route(id: "\(one.provider)-\(hash)-\(number)"))
        }
        return routes
    }

    private static func answer(in bytes: [UInt8], provider: RouteProvider?) throws(RouteError) -> ProviderAnswer {
        let decoder = JSONDecoder()
        if let provider { decoder.userInfo[ProviderAnswer.askedKey] = provider }
        do {
            return try decoder.decode(ProviderAnswer.self, from: Data(bytes))
        } catch let error as RouteError {
            throw error
        } catch let error as DecodingError {
            throw RouteError(error, bytes: bytes)
        } catch {
            throw .notJSON(problem: "\(error)", byteOffset: nil)
        }
    }

    /// FNV-1a over the bytes, in hexadecimal.
    private static func contentHash(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
