import CCurl
import Glibc
import NavigationEvents
import Platform

/// A handle of libcurl for one transfer at a time; it keeps its connection for the next one.
///
/// One thread at a time uses it; only ``wake()`` may be called from any thread.
final class CurlHandle: @unchecked Sendable {
    /// Interval at which a transfer checks for cancellation, in case a wake-up was lost.
    private static let pollMilliseconds: Int32 = 1000

    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// Creates a handle; `nil` if memory is exhausted.
    init?() {
        guard let easy = curl_easy_init() else { return nil }
        guard let multi = curl_multi_init() else {
            curl_easy_cleanup(easy)
            return nil
        }
        self.easy = easy
        self.multi = multi
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        errorBuffer.deallocate()
    }

    /// Makes a running transfer check whether it was cancelled.
    func wake() { curl_multi_wakeup(multi) }

    /// Sends a request and waits for the answer.
    func transfer(
        _ request: HTTPRequest, timeoutSeconds: Double, maxBytes: Int, isCancelled: () -> Bool
    ) -> Result<HTTPResponse, HTTPFailure> {
        let answer = ResponseBuffer(maxBytes: maxBytes)
        curl_easy_reset(easy)
        errorBuffer[0] = 0
        let headers = set(request, timeoutSeconds, answer)
        defer { curl_slist_free_all(headers) }
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
            return .failure(.other("libcurl failed to begin the transfer"))
        }
        defer { curl_multi_remove_handle(multi, easy) }
        let code = withExtendedLifetime(answer) { run(isCancelled) }
        if answer.isTooLarge { return .failure(.tooLarge(limit: maxBytes)) }
        guard code == CURLE_OK.rawValue else {
            let reason = reason(code)
            if code == CURLE_COULDNT_CONNECT.rawValue, isProxyRefusal(reason, request) { return .failure(.deadProxy) }
            return .failure(HTTPFailure(code: code, reason: reason, timeoutSeconds: timeoutSeconds))
        }
        let status = navbus_curl_status(easy)
        if (300..<400).contains(status), let place = navbus_curl_redirection(easy) {
            return .failure(.redirected(to: ServerAddress.withoutSecrets(String(cString: place))))
        }
        return .success(HTTPResponse(status: status, body: answer.bytes))
    }

    /// Runs the transfer until it ends or is cancelled.
    ///
    /// - Returns: The result code of libcurl.
    private func run(_ isCancelled: () -> Bool) -> UInt32 {
        var running: Int32 = 0
        while !isCancelled() {
            guard curl_multi_perform(multi, &running) == CURLM_OK else { break }
            let outcome = navbus_curl_outcome(multi)
            if outcome >= 0 { return UInt32(outcome) }
            guard curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil) == CURLM_OK else { break }
        }
        return CURLE_ABORTED_BY_CALLBACK.rawValue
    }

    /// Sets all options of a transfer.
    ///
    /// - Returns: The headers, which must live as long as the transfer.
    private func set(
        _ request: HTTPRequest, _ timeoutSeconds: Double, _ answer: ResponseBuffer
    ) -> UnsafeMutablePointer<curl_slist>? {
        navbus_curl_set_text(easy, CURLOPT_URL, request.url)
        // Requests to this machine bypass a proxy of the environment.
        if (try? ServerAddress(request.url))?.isLoopback == true { navbus_curl_set_text(easy, CURLOPT_PROXY, "") }
        navbus_curl_set_number(easy, CURLOPT_TIMEOUT_MS, max(Int(clamping: timeoutSeconds * 1000), 1))
        navbus_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        // Every compression that libcurl supports: a route shrinks to a fifth. The limit applies to the unpacked bytes.
        navbus_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
        navbus_curl_set_text(easy, CURLOPT_USERAGENT, "navbus/\(Version.current)")
        navbus_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
        navbus_curl_quit_quickly(easy)
        navbus_curl_set_writer(
            easy,
            { part, size, count, context in
                guard let part, let context else { return 0 }
                let bytes = UnsafeRawBufferPointer(start: part, count: size * count)
                return Unmanaged<ResponseBuffer>.fromOpaque(context).takeUnretainedValue().take(bytes) ? bytes.count : 0
            }, Unmanaged.passUnretained(answer).toOpaque())
        var lines = ["Accept: application/json"]
        if let body = request.body {
            navbus_curl_set_number(easy, CURLOPT_POSTFIELDSIZE, body.count)
            // libcurl copies the body, for which it needs the size first.
            body.withUnsafeBytes { bytes in
                _ = navbus_curl_set_pointer(
                    easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
            }
            // Without an empty "Expect", libcurl waits for servers that do not support the header.
            lines += ["Content-Type: application/json", "Expect:"]
        }
        lines += request.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        var headers: UnsafeMutablePointer<curl_slist>?
        for line in lines { headers = curl_slist_append(headers, line) ?? headers }
        navbus_curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        return headers
    }

    /// Whether a proxy refused the connection, and not the server itself; only the error text of libcurl shows it.
    private func isProxyRefusal(_ reason: String, _ request: HTTPRequest) -> Bool {
        let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        guard variables.contains(where: { readVariable($0) != nil }), let address = try? ServerAddress(request.url),
            !address.isLoopback
        else { return false }
        return !reason.lowercased().contains("to \(address.host.filter { !"[]".contains($0) }) port")
    }

    private func reason(_ code: UInt32) -> String {
        let said = String(cString: errorBuffer)
        return said.isEmpty ? String(cString: curl_easy_strerror(CURLcode(rawValue: code))) : said
    }
}

/// The bytes of an answer received so far.
private final class ResponseBuffer {
    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false
    private let maxBytes: Int

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Appends bytes.
    ///
    /// - Returns: `false` if the answer exceeds the limit.
    func take(_ part: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = bytes.count + part.count > maxBytes
        if !isTooLarge { bytes.append(contentsOf: part) }
        return !isTooLarge
    }
}

extension HTTPFailure {
    /// Creates a failure from a result code of libcurl.
    fileprivate init(code: UInt32, reason: String, timeoutSeconds: Double) {
        switch CURLcode(rawValue: code) {
        case CURLE_COULDNT_RESOLVE_HOST: self = .unknownHost
        case CURLE_COULDNT_RESOLVE_PROXY: self = .deadProxy
        case CURLE_COULDNT_CONNECT: self = .unreachable
        case CURLE_OPERATION_TIMEDOUT: self = .timeout(seconds: timeoutSeconds)
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            self = .broken(reason)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED:
            self = .unsafe(reason)
        default: self = .other(reason)
        }
    }
}
