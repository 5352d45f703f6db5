public import NavigationEvents

extension Envelope {
    /// The envelope in protobuf's JSON mapping, on one line without a newline, for taps and people.
    public func json() -> String { JSONWriter(self).text }
}

extension Snapshot {
    /// The snapshot in protobuf's JSON mapping, on one line without a newline.
    public func json() -> String { JSONWriter(self).text }
}

extension LaunchOrder {
    /// The order in protobuf's JSON mapping, on one line without a newline.
    public func json() -> String { JSONWriter(self).text }
}

extension RequestFrame {
    /// The frame in protobuf's JSON mapping, on one line without a newline.
    public func json() -> String { JSONWriter(self).text }
}

extension ReplyFrame {
    /// The frame in protobuf's JSON mapping, on one line without a newline.
    public func json() -> String { JSONWriter(self).text }
}
