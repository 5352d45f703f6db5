/// Requests to the servers that a test started, made by Python.
package enum HTTPFetch {
    /// The body of an answer; empty without a server.
    ///
    /// - Parameters:
    ///   - url: The requested URL, such as `http://127.0.0.1:9464/metrics`.
    ///   - tokenFile: The file of the token; `nil` for a request without authorization.
    package static func text(_ url: String, tokenFile: String? = nil) throws -> String {
        let program = """
            import sys, urllib.request
            token = open(sys.argv[2], encoding="utf-8").read().strip() if sys.argv[2:] else None
            request = urllib.request.Request(sys.argv[1], headers={"Authorization": f"Bearer {token}"} if token else {})
            # A page answers to its link with a cookie.
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            print(opener.open(request, timeout=20).read().decode(), end="")
            """
        return try PythonInterpreter.run(["-c", program, url] + (tokenFile.map { [$0] } ?? [])).output
    }

    /// The metrics of a server, fetched as Prometheus would; empty if the output does not announce one.
    ///
    /// - Parameter output: The output of `navbus run` or `navbus metrics`.
    package static func metrics(announcedIn output: String) throws -> String {
        guard let line = output.firstMatch(of: /metrics at (http:\S+)  \(token in (\S+)\)/) else { return "" }
        return try text(String(line.1), tokenFile: String(line.2))
    }
}
