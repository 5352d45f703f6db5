/// Receives the contents of a document from an ``XMLReader``, in order.
public protocol XMLHandler: AnyObject {
    /// An element begins.
    func start(_ element: XMLElement)
    /// The innermost open element ends.
    func end()
    /// Characters in UTF-8; a text may arrive in several pieces.
    func text(_ bytes: UnsafeRawBufferPointer)
}
