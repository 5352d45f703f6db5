import Testing

/// The suites that need the real engine. There is one engine in the process, so these suites run one after another.
@Suite(.serialized) struct RealEngine {}
