@testable import Dashboard
@testable import HTTPServer
@testable import NavigationControl
@testable import NavigationEvents
@testable import Platform
@testable import Web

extension FuzzTarget {
    /// Any request to the port of the page, with a line for each part of the request; and the settings
    /// that say who is let in.
    static let webRequest = FuzzTarget(
        name: "web-request", maxBytes: 1024,
        reaches: [
            "HostName", "IPAddress", "RequestDecision", "UtteranceID", "AccessToken", "TokenFile", "PhonePosition",
            "PhoneReceiver",
        ]
    ) { bytes throws(FuzzFinding) in
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        func line(_ number: Int) -> String? { number < lines.count && lines[number] != "-" ? lines[number] : nil }
        let request = BrowserRequest(
            line(0) ?? "GET", line(1) ?? "/", token: line(2), cookies: [line(3)].compactMap(\.self),
            authorization: line(4), host: line(5),
            range: line(6), site: line(7), localAddress: line(8).flatMap { IPAddress($0) })
        try checkHost(request)
        try checkToken(request)
        try checkRange(request.range)
        _ = try? ListenAddress(setting: request.hosts.first ?? "")
        _ = AccessToken.isValid(request.token ?? "")
        let isPossible = PhonePosition(Array(bytes))?.fix.isPossible ?? true
        try FuzzFinding.unless(isPossible, "an impossible position of a phone")
        var receiver = PhoneReceiver { _ in }
        let status = receiver.reply(to: Array(bytes), Dashboard(session: .main), at: 0).status
        try FuzzFinding.unless([400, 503].contains(status), "a position without a bus is answered with \(status)")
        try checkOperations(Array(bytes))
    }

    /// Operations on the drive have bounds, and kept places are read again as they were written.
    private static func checkOperations(_ bytes: [UInt8]) throws(FuzzFinding) {
        for name in DriveOperation.Name.allCases {
            switch DriveOperation(name, bytes) {
            case .search(let text):
                try FuzzFinding.unless(text.unicodeScalars.count <= DriveOperation.maxTextScalars, "a long text")
            case .routes(let wish): for place in wish.stops { try checkPlace(place) }
            case .save(let place): try checkPlace(place)
            default: break
            }
        }
        guard let contents = PlaceFile.Contents(bytes) else { return }
        for place in contents.saved + contents.recent { try checkPlace(place) }
    }

    private static func checkPlace(_ place: KeptPlace) throws(FuzzFinding) {
        try FuzzFinding.unless(place.position.isValid, "a place that is not on Earth")
        let json = JSONText.object(place.members).bytes
        guard let root = try? JSONDocument(json).root, let again = KeptPlace(root) else {
            throw FuzzFinding("a place that cannot be read again: \(place)")
        }
        try FuzzFinding.unless(again.title == place.title, "a place that reads differently: \(place)")
    }

    /// Without a token, the host decides.
    private static func checkHost(_ request: BrowserRequest) throws(FuzzFinding) {
        let name = request.hosts.first.flatMap(HostName.init)
        if let name {
            let host = name.host.contains(":") ? "[\(name.host)]" : name.host
            let written = host + (name.port.map { ":\($0)" } ?? "")
            try FuzzFinding.unless(HostName(header: written) == name, "a host that reads differently: \(written)")
        }
        switch AccessCheck(names: ["handlebar.local"]).answer(to: request) {
        case .refusal(_, let sentence):
            let isHarmless = sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try FuzzFinding.unless(isHarmless, "a refusal that steers a terminal: \(sentence.debugDescription)")
            return
        case .preflight: throw FuzzFinding("permission for an origin that is not listed")
        case .position: throw FuzzFinding("a position of a phone is taken without the setting")
        case .drive: throw FuzzFinding("an operation on the drive is taken without the setting")
        case .login: throw FuzzFinding("a cookie where none is needed")
        case .route: try checkPath(request.path, "/route/", ".json")
        case .spoken: try checkPath(request.path, "/spoken/", ".wav")
        case .picture: try checkPath(request.path, "/picture/", "")
        // A version selects one of the open files.
        case .page, .events, .health, .map, .tile, .mapScript: break
        }
        let address = name.flatMap { IPAddress($0.host) }
        try FuzzFinding.unless(["GET", "HEAD"].contains(request.method), "\(request.method) is answered")
        try FuzzFinding.unless(
            ["localhost", "handlebar.local"].contains(name?.host)
                || address.map { $0.isLoopback || $0 == request.localAddress } ?? false,
            "\(request.hosts.first ?? "no host") is answered")
    }

    /// Between them are numbers, and nothing that leads out of a folder.
    private static func checkPath(_ path: String, _ prefix: String, _ suffix: String) throws(FuzzFinding) {
        let name = path.dropFirst(prefix.count).dropLast(suffix.count)
        try FuzzFinding.unless(
            path == prefix + name + suffix && !name.isEmpty && name.allSatisfy { "-0123456789".contains($0) },
            "another file: \(path.debugDescription)")
    }

    /// With a token, requests without it get only an error text.
    private static func checkToken(_ request: BrowserRequest) throws(FuzzFinding) {
        let token = "0123456789abcdef"
        let answer = AccessCheck(names: [], token: token).answer(to: request)
        if case .refusal = answer { return }
        let isShown =
            answer == .login
            ? request.token == token
            : request.cookies.contains(token) || request.authorization?.hasSuffix(" " + token) == true
        try FuzzFinding.unless(isShown, "\(answer) without the token")
    }

    /// Checks that a range is inside the file.
    private static func checkRange(_ header: String?) throws(FuzzFinding) {
        for size: UInt64 in [0, 1, 44, 1000, .max] {
            guard case .part(let part) = ByteRange(header: header, size: size) else { continue }
            try FuzzFinding.unless(!part.isEmpty && part.upperBound <= size, "\(part) of \(size) bytes")
        }
    }
}
