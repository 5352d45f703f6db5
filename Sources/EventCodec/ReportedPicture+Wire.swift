public import NavigationEvents

extension ReportedPicture: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "mediaType", mediaType)
        sink.double(2, "widthPoints", widthPoints)
        sink.double(3, "heightPoints", heightPoints)
        sink.bytes(4, "data", data)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var mediaType: String = ""
        var widthPoints = 0.0
        var heightPoints = 0.0
        var data: [UInt8] = []
        while let field = try reader.nextField() {
            switch field {
            case 1: mediaType = try reader.string("mediaType")
            case 2: widthPoints = try reader.double("widthPoints")
            case 3: heightPoints = try reader.double("heightPoints")
            case 4: data = try reader.bytes("data")
            default: try reader.skip()
            }
        }
        self.init(mediaType: mediaType, widthPoints: widthPoints, heightPoints: heightPoints, data: data)
    }
}
