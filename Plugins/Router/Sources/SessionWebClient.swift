import Foundation
import FoundationNetworking
import Synchronization

/// HTTP with the bounds that a router wants: a time for the whole answer, a largest answer, and no going elsewhere.
///
/// The system's own limit of time begins anew with each byte, so a server that trickles would never be given up.
final class SessionWebClient: NSObject, WebClient {
    /// Answers with more bytes are given up.
    static let mostBytes = 32 << 20

    private struct Transfer {
        var finish: @Sendable (Result<WebAnswer, WebFailure>) -> Void
        var status = 0
        var body: [UInt8] = []
        var redirection: String?
        var isTooLarge = false
    }

    private let transfers = Mutex<[Int: Transfer]>([:])
    private let connections: Int
    private let mostBytes: Int
    private let session = Mutex<URLSession?>(nil)
    /// Where answers are read: long ones take their time.
    private let readers = DispatchQueue(label: "navbus.router.answers", attributes: .concurrent)
    private let timers = DispatchQueue(label: "navbus.router.timers")

    init(connections: Int, mostBytes: Int = SessionWebClient.mostBytes) {
        self.connections = connections
        self.mostBytes = mostBytes
    }

    func send(
        _ request: WebRequest, timeoutSeconds: Double,
        _ finish: @escaping @Sendable (Result<WebAnswer, WebFailure>) -> Void
    ) -> any WebTask {
        var wire = URLRequest(url: request.url, timeoutInterval: timeoutSeconds + 1)
        wire.setValue("navbus-router", forHTTPHeaderField: "User-Agent")
        wire.setValue("application/json", forHTTPHeaderField: "Accept")
        for (name, value) in request.headers { wire.setValue(value, forHTTPHeaderField: name) }
        if let body = request.body {
            wire.httpMethod = "POST"
            wire.httpBody = body
            wire.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let task = openedSession().dataTask(with: wire)
        let number = task.taskIdentifier
        transfers.withLock { $0[number] = Transfer(finish: finish) }
        timers.asyncAfter(deadline: .now() + timeoutSeconds) { [self, weak task] in
            if settle(number, .failure(.timeout(seconds: timeoutSeconds))) { task?.cancel() }
        }
        task.resume()
        return Task(number: number, task: task, client: self)
    }

    /// Made when it is first needed: a router that nobody asks holds no connection and no thread for them.
    private func openedSession() -> URLSession {
        session.withLock { session in
            if let session { return session }
            let settings = URLSessionConfiguration.ephemeral
            settings.httpMaximumConnectionsPerHost = connections
            settings.httpShouldSetCookies = false
            settings.httpCookieStorage = nil
            settings.urlCache = nil
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let made = URLSession(configuration: settings, delegate: self, delegateQueue: queue)
            session = made
            return made
        }
    }

    private struct Task: WebTask {
        let number: Int
        let task: URLSessionDataTask
        let client: SessionWebClient

        func cancel() {
            client.forget(number)
            task.cancel()
        }
    }

    private func forget(_ number: Int) {
        _ = transfers.withLock { $0.removeValue(forKey: number) }
    }

    /// Tells how a transfer ended, once.
    ///
    /// - Returns: `false` if that had been told before.
    @discardableResult
    private func settle(_ number: Int, _ result: Result<WebAnswer, WebFailure>) -> Bool {
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: number) }) else { return false }
        let finish = transfer.finish
        readers.async { finish(result) }
        return true
    }
}

extension SessionWebClient: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // Elsewhere is nobody whom the user has named; and who sends on may do so for ever.
        settle(task.taskIdentifier, .failure(.redirected(to: Self.shown(request.url))))
        completionHandler(nil)
        task.cancel()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        transfers.withLock { $0[dataTask.taskIdentifier]?.status = status }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = transfers.withLock { transfers in
            guard var transfer = transfers.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            transfer.isTooLarge = transfer.body.count + data.count > mostBytes
            if !transfer.isTooLarge { transfer.body.append(contentsOf: data) }
            let isTooLarge = transfer.isTooLarge
            transfers[dataTask.taskIdentifier] = transfer
            return isTooLarge
        }
        guard isTooLarge else { return }
        settle(dataTask.taskIdentifier, .failure(.tooLarge(limit: mostBytes)))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let number = task.taskIdentifier
        if let error {
            settle(number, .failure(WebFailure(error)))
        } else if let transfer = transfers.withLock({ $0[number] }) {
            let status = (task.response as? HTTPURLResponse)?.statusCode ?? transfer.status
            settle(number, .success(WebAnswer(status: status, body: transfer.body)))
        }
    }

    private static func shown(_ url: URL?) -> String {
        url.map { ServerAddress.withoutSecrets($0.absoluteString) } ?? "?"
    }
}

extension WebFailure {
    /// What the system calls it.
    init(_ error: any Error) {
        let problem = error as NSError
        let reason = problem.localizedDescription
        guard problem.domain == NSURLErrorDomain else {
            self = .other(reason)
            return
        }
        switch problem.code {
        case NSURLErrorCannotConnectToHost: self = .unreachable("nobody listens there")
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: self = .unreachable("there is no such host")
        case NSURLErrorNotConnectedToInternet: self = .unreachable("there is no network")
        case NSURLErrorTimedOut: self = .unreachable("it does not answer")
        case NSURLErrorNetworkConnectionLost: self = .broken("connection lost")
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid, NSURLErrorClientCertificateRejected,
            NSURLErrorClientCertificateRequired:
            self = .unsafe(reason)
        default: self = .other(reason)
        }
    }
}
