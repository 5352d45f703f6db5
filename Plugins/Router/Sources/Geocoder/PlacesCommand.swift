import Glibc
import NavigationControl
import NavigationEvents
import Platform

/// The command `navbus-router places`: one request to an online geocoder, whose answer it prints for `navbus`.
enum PlacesCommand {
    private static let variable = "NAVBUS_GEOCODER"
    private static let timeoutSeconds = 10.0
    private static let maxBytes = 1 << 20

    private static let help = """
        navbus-router places: requests places by name from an online geocoder and prints the unchanged answer, which
        navbus places search and navbus start --to read.

        Usage: navbus-router places --text TEXT [--near LAT,LON] [--limit N] [--url URL]

          --text TEXT              the name, address or category
          --near LAT,LON           places near this position come first
          --limit N                the maximum number of places, 1 to 100 (default: 10)
          --url URL                address of the search: https://HOST/api of Photon, https://HOST/search of Nominatim or
                                   https://HOST/v1/search of Pelias; default: \(variable)

        Exit codes: 0 the geocoder has answered, 64 wrong usage, 69 it has not.
        """

    /// Sends the request and prints the answer.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        signal(SIGPIPE, SIG_IGN)
        do {
            let (request, url) = try parsed(arguments)
            return AnswerOutput.write(try answer(request, at: url)) ? .success : .outputError
        } catch let problem as AskArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch {
            complain("failed to \(error)")
            return .unavailable
        }
    }

    private static func parsed(_ arguments: [String]) throws(AskArguments.Problem) -> (GeocoderRequest, url: String) {
        var request = GeocoderRequest(text: "", language: language)
        var url = readVariable(variable)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw AskArguments.Problem(text: "\(option) wants a value") }
            switch option {
            case "--text": request.text = value
            case "--near":
                guard let near = Coordinate(text: value), near.isValid else {
                    throw AskArguments.Problem(text: "--near \(value): use LATITUDE,LONGITUDE in degrees")
                }
                request.near = near
            case "--url": url = value
            case "--limit":
                guard let limit = Int(value), (1...100).contains(limit) else {
                    throw AskArguments.Problem(text: "--limit \(value): use a number from 1 to 100")
                }
                request.limit = limit
            default: throw AskArguments.Problem(text: "unknown option \"\(option)\"")
            }
        }
        guard !request.text.isEmpty else { throw AskArguments.Problem(text: "--text is needed") }
        guard let url else { throw AskArguments.Problem(text: "--url or \(variable) is needed") }
        return (request, url)
    }

    /// The language of the user for the names of places: `de_DE.UTF-8` becomes `de-DE,de`.
    private static var language: String? {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(readVariable).first ?? ""
        let tag = named.prefix { $0.isASCII && ($0.isLetter || $0 == "_") }.split(separator: "_")
        guard let code = tag.first, (2...3).contains(code.count) else { return nil }
        return tag.count == 2 ? "\(code)-\(tag[1]),\(code)" : "\(code)"
    }

    private static func answer(_ request: GeocoderRequest, at url: String) throws(RouterError) -> [UInt8] {
        let address: ServerAddress
        do throws(ServerAddress.Problem) {
            address = try ServerAddress(url)
        } catch {
            throw .badAddress(ServerAddress.withoutSecrets(url), reason: error.reason)
        }
        guard let kind = GeocoderRequest.Kind(path: address.path) else {
            throw .badAddress(
                address.shown,
                reason: "its path has to end with /api for Photon, /search for Nominatim or /v1/search for Pelias")
        }
        guard let question = request.request(kind, at: address) else {
            throw .badAddress(address.shown, reason: "it cannot be extended with the text")
        }
        let secrets = Secrets(key: nil, address: address)
        let box = BlockingResult<Result<HTTPResponse, HTTPFailure>>()
        _ = CurlHTTPClient(connections: 1, maxBytes: maxBytes)
            .send(question, timeoutSeconds: timeoutSeconds) { box.put($0) }
        switch box.wait() {
        case .failure(let failure):
            throw .geocoder(address.shown, reason: secrets.redacted(in: failure.displayText(of: "its address")))
        case .success(let answer):
            guard (200..<300).contains(answer.status) else {
                let words = secrets.redacted(in: String(decoding: answer.body.prefix(1000), as: UTF8.self)).displayText
                throw .geocoder(
                    address.shown,
                    reason: "it answered with HTTP \(answer.status)\(words.isEmpty ? "" : ": ")\(words)"
                        + (answer.status == 429 ? "; it allows fewer requests" : ""))
            }
            return answer.body
        }
    }
}
