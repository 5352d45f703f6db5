public import Pictures
public import Platform

/// The content of a display: a picture, a line of text, and JSON for programs. Equal contents are shown once.
public struct DisplayContent: Sendable, Hashable {
    /// A smaller picture next to the main picture.
    public struct Companion: Sendable, Hashable {
        /// The name of its files, without an extension.
        public var name: String
        /// The picture; `nil` for transparent files.
        public var picture: Picture?

        /// Creates a companion.
        public init(name: String, picture: Picture?) {
            self.name = name
            self.picture = picture
        }
    }

    /// The picture; `nil` for an empty display.
    public var picture: Picture?
    /// The picture published for remote displays, without details that change on the way, such as a distance.
    public var published: Picture?
    /// Smaller pictures next to it; a control always uses the same names.
    public var companions: [Companion]
    /// The content as one line of text; `nil` if the control has no text, empty for an empty display.
    public var line: String?
    /// The content for programs: members of a JSON object.
    public var document: [JSONText.Member]

    /// Creates a content; by default, the whole picture is published.
    public init(
        picture: Picture? = nil, published: Picture? = nil, companions: [Companion] = [], line: String? = nil,
        document: [JSONText.Member] = []
    ) {
        self.picture = picture
        self.published = published ?? picture
        self.companions = companions
        self.line = line
        self.document = document
    }
}
