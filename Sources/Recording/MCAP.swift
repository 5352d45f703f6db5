/// Constants of the MCAP format, version 0, from its public specification.
enum MCAP {
    /// First and last eight bytes of a file.
    static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
    /// Size of the header of a record: its opcode and its length.
    static let headerBytes = 9
    /// Size of the content of a footer.
    static let footerBytes = 20

    /// The opcodes of records.
    enum Opcode: UInt8 {
        case header = 0x01
        case footer = 0x02
        case schema = 0x03
        case channel = 0x04
        case message = 0x05
        case chunk = 0x06
        case messageIndex = 0x07
        case chunkIndex = 0x08
        case attachment = 0x09
        case attachmentIndex = 0x0A
        case statistics = 0x0B
        case metadata = 0x0C
        case metadataIndex = 0x0D
        case summaryOffset = 0x0E
        case dataEnd = 0x0F
    }
}
