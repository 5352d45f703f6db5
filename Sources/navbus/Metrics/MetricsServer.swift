import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import NavigationEvents

/// Answers Prometheus over HTTP.
struct MetricsServer {
    let address: ListenAddress
    let scraper: StatusScraper

    /// Serves until it is told to end.
    ///
    /// - Parameter end: Returns when it is time to end.
    func run(until end: @escaping @Sendable () async -> Void) async throws {
        let server = makeServer()
        await server.appendRoute("GET /metrics") { [scraper] _ in
            HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: Data(PrometheusText(await scraper.status()).text.utf8))
        }
        let serving = Task { try await server.run() }
        let announcing = Task { await announce(server) }
        let ending = Task {
            await end()
            announcing.cancel()
            serving.cancel()
        }
        defer { ending.cancel() }
        do {
            try await serving.value
        } catch let error as SocketError where !serving.isCancelled {
            announcing.cancel()
            throw ListenFailure(address: address, error)
        } catch {
            guard serving.isCancelled else { throw error }
        }
    }

    private func announce(_ server: HTTPServer) async {
        // Without an address it does not listen, and `run` tells why.
        guard (try? await server.waitUntilListening(timeout: 5)) != nil else { return }
        switch await server.listeningAddress {
        case .ip4(let host, let port)?: Output.line("metrics at http://\(host):\(port)/metrics")
        case .ip6(let host, let port)?: Output.line("metrics at http://[\(host)]:\(port)/metrics")
        case .unix?, nil: break
        }
    }

    private func makeServer() -> HTTPServer {
        if address.host == ListenAddress.loopback6 {
            return HTTPServer(address: sockaddr_in6.loopback(port: address.port), timeout: 5, logger: .disabled)
        }
        var loopback = sockaddr_in.inet(port: address.port)
        loopback.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        return HTTPServer(address: loopback, timeout: 5, logger: .disabled)
    }
}

/// Why nothing can be served. The description completes "failed to …".
struct ListenFailure: Error, CustomStringConvertible {
    let description: String

    init(address: ListenAddress, _ error: SocketError) {
        let reason = if case .failed(_, _, let message) = error { message } else { "\(error)" }
        description = "listen at \(address): \(reason); name another port with --listen"
    }
}
