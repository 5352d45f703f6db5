import Dispatch

/// Runs a blocking body on a thread of its own, so that the few threads of the tests stay free.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
    }
}
