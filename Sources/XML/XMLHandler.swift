/// Gets what an ``XMLReader`` reads, in the order of the document.
public protocol XMLHandler: AnyObject {
    /// An element begins.
    func start(_ element: XMLElement)
    /// The element that began last and has not ended ends.
    func end()
    /// Characters in UTF-8: a text may come in several pieces.
    func text(_ bytes: UnsafeRawBufferPointer)
}
