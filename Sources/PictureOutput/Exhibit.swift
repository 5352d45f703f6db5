public import NavigationControl
public import Pictures

/// What is to be seen at a moment: a picture, and the same for programs. Equal exhibits are shown once.
public struct Exhibit: Sendable, Hashable {
    /// A smaller picture beside the picture.
    public struct Companion: Sendable, Hashable {
        /// The name of its files, without an ending.
        public var name: String
        /// What it shows; `nil` where there is nothing to show now: its files are then transparent.
        public var picture: Picture?

        /// Makes a companion.
        public init(name: String, picture: Picture?) {
            self.name = name
            self.picture = picture
        }
    }

    /// The picture; `nil` where nothing is to be seen.
    public var picture: Picture?
    /// What is published of it for displays elsewhere: without what changes on the way, such as a distance.
    public var published: Picture?
    /// Smaller ones that go with it; of a control always the same names.
    public var companions: [Companion]
    /// The same as one line of text; `nil` where a control has none, empty where nothing is to be seen.
    public var line: String?
    /// The same for programs: members of a JSON object.
    public var document: [JSONText.Member]

    /// Makes an exhibit; what is not given is absent, and the whole picture is published.
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
