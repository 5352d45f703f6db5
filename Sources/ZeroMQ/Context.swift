/// Thin Swift over libzmq.
