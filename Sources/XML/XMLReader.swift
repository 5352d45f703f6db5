import CExpat

/// A reader of XML from untrusted sources, in time and memory proportional to the length of the document.
///
/// It refuses constructs that turn a small file into hours of work or gigabytes: declarations of entities and default
/// attributes, deeply nested elements, and tags, comments and other pieces without an end. It reads a document in one
/// call or in pieces.
public final class XMLReader {
    /// The limits of a document.
    public struct Limits: Sendable, Hashable {
        /// Maximum depth of nested elements.
        public var maxDepth = 100
        /// Maximum size of a tag, a comment, an instruction or a reference, bytes.
        public var maxTokenBytes = 64 * 1024
        /// Maximum size of the document, bytes.
        public var maxBytes = 256 * 1024 * 1024
        /// Whether a document type may be named, as in every property list. It is not fetched and must not contain
        /// declarations.
        public var allowsDocumentType = false

        /// Makes the default limits.
        public init() {}
    }

    /// A problem in a document, with its position.
    public struct Failure: Error, Sendable, Hashable {
        /// The line, from 1.
        public var line: Int
        /// The column, from 1.
        public var column: Int
        /// For people: the problem and what to do.
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
    /// The bytes passed to the parser, and those of them that it has processed; the rest is an unfinished piece.
    private var (fedBytes, readBytes) = (0, 0)

    /// Makes a reader of one document.
    ///
    /// - Parameters:
    ///   - handler: Receives the contents; it must outlive the reader.
    ///   - limits: The limits of the document.
    ///   - encoding: The encoding of the characters, if known; otherwise the document declares it.
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
    /// - Throws: The problem; the handler has received everything before it.
    public func parse(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(Failure) {
        guard let parser else { throw Failure(line: 1, column: 1, reason: "not enough memory") }
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
            throw failed(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "the XML is invalid")
        }
        guard isLast || fedBytes - readBytes <= limits.maxTokenBytes else { throw failed(tooLong) }
    }

    /// Ends the reading because the handler cannot use the document. Only the first failure counts.
    public func stop(_ reason: String) { fail(failed(reason)) }

    /// The current line, from 1.
    public var line: Int { parser.map { Int(clamping: XML_GetCurrentLineNumber($0)) } ?? 1 }

    /// The current column, from 1.
    public var column: Int { parser.map { Int(clamping: XML_GetCurrentColumnNumber($0)) + 1 } ?? 1 }

    /// The range of the current piece among the bytes of the document.
    public var byteRange: Range<Int> {
        guard let parser else { return 0..<0 }
        let first = max(0, Int(XML_GetCurrentByteIndex(parser)))
        return first..<first + Int(XML_GetCurrentByteCount(parser))
    }

    private var tooLong: String {
        "a tag, a comment or another piece is longer than \(limits.maxTokenBytes) bytes"
    }

    private func failed(_ reason: String) -> Failure { Failure(line: line, column: column, reason: reason) }

    private func fail(_ failure: Failure) {
        guard self.failure == nil else { return }
        self.failure = failure
        if let parser { XML_StopParser(parser, 0) }
    }
}

// MARK: - Callbacks of Expat

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
        // Comments, instructions and the declaration; undeclared entities arrive here too.
        XML_SetDefaultHandler(parser) { context, _, _ in _ = XMLReader.of(context)?.recordPiece() }
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

    private static let entityProblem = "it declares an entity, which is not allowed; write the text itself"

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
        context.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Records a processed piece; `false` if it is too long or the reading has ended.
    private func recordPiece() -> Bool {
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
        guard recordPiece(), let name else { return }
        guard depth < limits.maxDepth else { return stop("elements are nested more than \(limits.maxDepth) deep") }
        depth += 1
        handler.start(XMLElement(name: name, list: attributes))
    }

    private func end() {
        guard recordPiece() else { return }
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
            stop("it declares a document type, which is not allowed; remove <!DOCTYPE …>")
        } else if hasDeclarations {
            stop("its document type declares entities; remove the part between [ and ]")
        }
    }
}
