import CExpat

/// Reads XML from anywhere, in time and memory that grow with its length at most.
///
/// What makes hours of work or gigabytes of a small file is refused: declarations of entities and default attributes,
/// elements nested without end, and tags, comments and other pieces that do not end. It is read in one call or in pieces.
public final class XMLReader {
    /// What a document may have.
    public struct Limits: Sendable, Hashable {
        /// Elements within each other.
        public var maxDepth = 100
        /// Bytes of a tag, a comment, an instruction or a reference.
        public var maxTokenBytes = 64 * 1024
        /// Bytes in all.
        public var maxBytes = 256 * 1024 * 1024
        /// Whether a document type may be named, as every property list does. It is not looked up, and may declare nothing.
        public var allowsDocumentType = false

        /// Makes the usual limits.
        public init() {}
    }

    /// What is wrong, and where.
    public struct Failure: Error, Sendable, Hashable {
        /// The line, from 1.
        public var line: Int
        /// The column, from 1.
        public var column: Int
        /// What is wrong and the way out, for people.
        public var reason: String

        /// Makes a failure.
        public init(line: Int, column: Int, reason: String) {
            self.line = line
            self.column = column
            self.reason = reason
        }
    }

    private let limits: Limits
    private let parser: XML_Parser?
    private unowned let handler: any XMLHandler
    private var failure: Failure?
    private var depth = 0
    /// Bytes that were handed over, and those of them that are read: between them lies a piece that has not ended.
    private var (fedBytes, readBytes) = (0, 0)

    /// Makes a reader of one document.
    ///
    /// - Parameters:
    ///   - handler: Gets what is read; it outlives the reader.
    ///   - encoding: How the characters are written, if that is known; the document says it otherwise.
    public init(_ handler: any XMLHandler, limits: Limits = Limits(), encoding: String? = nil) {
        self.handler = handler
        self.limits = limits
        parser = XML_ParserCreate(encoding)
        if let parser { setHandlers(parser) }
    }

    deinit {
        if let parser { XML_ParserFree(parser) }
    }

    /// Reads a whole document.
    public func read(_ bytes: [UInt8]) throws(Failure) { try parse(bytes[...], isLast: true) }

    /// Reads the next piece of a document.
    ///
    /// - Throws: What is wrong with it; the handler has got all that comes before.
    public func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(Failure) {
        guard let parser else { throw Failure(line: 1, column: 1, reason: "there is no memory for it") }
        guard bytes.count <= limits.maxBytes - fedBytes else {
            throw failed("it is longer than \(limits.maxBytes) bytes")
        }
        fedBytes += bytes.count
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), isLast ? 1 : 0)
        }
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            throw failed(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "the XML is broken")
        }
        guard isLast || fedBytes - readBytes <= limits.maxTokenBytes else { throw failed(tooLong) }
    }

    /// Ends the reading: the handler has met what it cannot use. Only the first failure counts.
    public func stop(_ reason: String) { fail(failed(reason)) }

    /// The line of what is being read, from 1.
    public var line: Int { parser.map { Int(clamping: XML_GetCurrentLineNumber($0)) } ?? 1 }

    /// Its column, from 1.
    public var column: Int { parser.map { Int(clamping: XML_GetCurrentColumnNumber($0)) + 1 } ?? 1 }

    /// Where it stands among the bytes of the document.
    public var byteRange: Range<Int> {
        guard let parser else { return 0..<0 }
        let first = max(0, Int(XML_GetCurrentByteIndex(parser)))
        return first..<first + Int(XML_GetCurrentByteCount(parser))
    }

    private var tooLong: String {
        "a tag, a comment or another piece of it is longer than \(limits.maxTokenBytes) bytes"
    }

    private func failed(_ reason: String) -> Failure { Failure(line: line, column: column, reason: reason) }

    private func fail(_ failure: Failure) {
        guard self.failure == nil else { return }
        self.failure = failure
        if let parser { XML_StopParser(parser, 0) }
    }
}

// MARK: - What expat calls

extension XMLReader {
    private func setHandlers(_ parser: XML_Parser) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { context, name, attributes in XMLReader.of(context)?.start(name, attributes) },
            { context, _ in XMLReader.of(context)?.end() })
        XML_SetCharacterDataHandler(parser) { context, characters, count in
            guard let characters else { return }
            XMLReader.of(context)?.text(UnsafeRawBufferPointer(start: characters, count: Int(count)))
        }
        // Comments, instructions and the declaration; entities that a document type would have to declare come here too.
        XML_SetDefaultHandler(parser) { context, _, _ in _ = XMLReader.of(context)?.goOn() }
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, hasDeclarations in
            XMLReader.of(context)?.documentType(hasDeclarations: hasDeclarations != 0)
        }
        XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            XMLReader.of(context)?.stop(XMLReader.entityProblem)
        }
        XML_SetSkippedEntityHandler(parser) { context, name, _ in
            let name = name.map { String(cString: $0).prefix(32) } ?? ""
            XMLReader.of(context)?.stop("the entity &\(name); is unknown; write the character itself")
        }
    }

    private static let entityProblem = "it declares an entity, which nothing needs; write the text itself"

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
        context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes note of a piece that was read; `false` if it is too long, or the reading has ended.
    private func goOn() -> Bool {
        guard failure == nil else { return false }
        let range = byteRange
        readBytes = max(readBytes, range.upperBound)
        guard range.count <= limits.maxTokenBytes else {
            stop(tooLong)
            return false
        }
        return true
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard goOn(), let name else { return }
        guard depth < limits.maxDepth else { return stop("it nests more than \(limits.maxDepth) elements") }
        depth += 1
        handler.start(XMLElement(name: name, list: attributes))
    }

    private func end() {
        guard goOn() else { return }
        depth -= 1
        handler.end()
    }

    private func text(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        readBytes = max(readBytes, byteRange.upperBound)
        handler.text(bytes)
    }

    private func documentType(hasDeclarations: Bool) {
        if !limits.allowsDocumentType {
            stop("it declares a document type, which nothing needs; leave <!DOCTYPE …> out")
        } else if hasDeclarations {
            stop("its document type declares an entity or more; leave what stands between [ and ] out")
        }
    }
}
