/// The limits of the connections to a server. The defaults suit a page for a few browsers.
package struct ConnectionLimits: Hashable, Sendable {
    /// The maximum number of idle connections per address; browsers use six.
    package var maxIdlePerAddress = 16
    /// The maximum number of connections per address.
    package var maxPerAddress = 48
    /// The number of connections from which each new one replaces another.
    package var softTotal = 56
    /// The maximum number of connections.
    package var maxTotal = 64
    /// The minimum age of a response before its connection may be closed for another one, seconds.
    package var minResponseSeconds = 5.0
    /// The seconds for the first request.
    package var maxFirstRequestSeconds = 4.0
    /// The seconds for a later request, including the pause before it.
    package var maxRequestSeconds = 15.0
    /// The seconds for a response.
    package var maxResponseSeconds = 60.0
    /// The seconds after which a connection without any traffic is closed.
    package var maxSilenceSeconds = 10
    /// The memory of a connection for request headers and for the response, bytes.
    package var connectionBytes = 32_768

    /// The limits of a page for browsers.
    package init() {}
}
