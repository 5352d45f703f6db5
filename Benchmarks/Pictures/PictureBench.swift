import Glibc
import Pictures

/// Measures all formats of pictures of 96 points, in comparison with librsvg; PNG at every scale, since more pixels
/// have more colours and another encoding.
struct PictureBench {
    /// Number of rounds. Every round measures everything once, so that a slow moment affects all alike; medians count.
    var rounds: Int
    private let renderer = PictureRenderer(style: PictureStyle())

    /// Creates a benchmark with a number of rounds.
    init(rounds: Int) { self.rounds = max(1, rounds) }

    func run() throws {
        // Before librsvg is loaded, which needs memory of its own.
        try printMemory()
        let librsvg = try Librsvg()
        print("\nµs of CPU for one picture, 96 high; × is the share of librsvg's time for an equal SVG")
        for subject in Subject.all { try measure(subject, librsvg) }
    }

    private func measure(_ subject: Subject, _ librsvg: Librsvg) throws {
        let pictures = subject.make()
        let svgs = try pictures.map { try renderer.svg($0) }
        let pairs = Array(zip(svgs, pictures)).map { (svg: $0, picture: $1) }
        var cache = PictureCache<Int, [UInt8]>()
        var tasks: [Task] = [
            Task("made of its parameters") { subject.make().count },
            Task("pixels") { try pictures.map { try renderer.pixels($0).argb.count * 4 }.reduce(0, +) },
            Task("PNG") { try pictures.map { try renderer.png($0).count }.reduce(0, +) },
            Task("SVG") { try pictures.map { try renderer.svg($0).count }.reduce(0, +) },
            png(pictures, scale: 2), png(pictures, scale: 3),
            Task("RGB565, 320×240") {
                try pictures.map { try renderer.rgb565($0, width: 320, height: 240).count }.reduce(0, +)
            },
            Task("PNG, drawn before") {
                try pictures.indices.map { index in
                    try cache.drawn(index) { index throws(PictureError) in try renderer.png(pictures[index]) }.count
                }.reduce(0, +)
            },
            render(pairs, librsvg, scale: 1, withPNG: false), render(pairs, librsvg, scale: 1, withPNG: true),
            render(pairs, librsvg, scale: 2, withPNG: true), render(pairs, librsvg, scale: 3, withPNG: true),
        ]
        for round in -2..<rounds {
            for index in tasks.indices { try tasks[index].time(pictures.count, isKept: round >= 0) }
        }
        print("\n\(subject.name)")
        let (pixels, png) = (tasks[8].median, tasks[9...].map(\.median))
        let comparisons: [Double?] = [nil, pixels, png[0], pixels, png[1], png[2], nil, png[0]]
        for (task, comparison) in zip(tasks, comparisons + [nil, nil, nil, nil]) {
            task.report(beside: comparison, each: pictures.count)
        }
    }

    private func png(_ pictures: [Picture], scale: Int) -> Task {
        let renderer = PictureRenderer(style: PictureStyle(scale: scale))
        return Task("PNG, \(scale) pixels a point") {
            try pictures.map { try renderer.png($0).count }.reduce(0, +)
        }
    }

    private func render(
        _ pairs: [(svg: [UInt8], picture: Picture)], _ librsvg: Librsvg, scale: Int, withPNG: Bool
    ) -> Task {
        Task("librsvg: \(withPNG ? "PNG by Cairo" : "pixels"), × \(scale)") {
            try pairs.map { svg, picture in
                try librsvg.draw(svg, width: Int(picture.width) * scale, height: 96 * scale, withPNG: withPNG)
            }.reduce(0, +)
        }
    }

    /// Prints the memory before and after the first text, which loads the fonts.
    private func printMemory() throws {
        for picture in SignPicture.allCases.map({ Picture(Sign($0)) }) {
            _ = try (renderer.png(picture), renderer.svg(picture))
        }
        print("resident with all signs drawn: \(Self.residentMegabytes()) MB")
        _ = try renderer.png(Picture(Sign(.straight), caption: SignCaption(distance: "300 m", street: "Straße")))
        print("resident with a text: \(Self.residentMegabytes()) MB\(SignCaption.hasFont ? "" : " (there is no font)")")
    }

    private static func residentMegabytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let fields = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return fields.dropFirst().first.flatMap { Int($0) }.map { ($0 * Int(getpagesize()) + (1 << 19)) >> 20 } ?? 0
    }
}

/// A measured operation.
private struct Task {
    let name: String
    private let body: () throws -> Int
    private var nanoseconds: [Double] = []
    private var bytes = 0

    init(_ name: String, _ body: @escaping () throws -> Int) { (self.name, self.body) = (name, body) }

    mutating func time(_ count: Int, isKept: Bool) throws {
        let repetitions = max(1, 8 / count)
        let begin = Self.threadNanoseconds()
        for _ in 0..<repetitions { bytes = try body() }
        let spent = Double(Self.threadNanoseconds() - begin) / Double(repetitions * count)
        if isKept { nanoseconds.append(spent) }
    }

    var median: Double { nanoseconds.sorted()[nanoseconds.count / 2] }

    func report(beside other: Double?, each count: Int) {
        let share = other.map { "× \(Self.decimal(median / $0, places: 2))" } ?? ""
        let size = bytes > count ? "\(bytes / count) bytes" : ""
        print(
            "  \(Self.left(name, 24))\(Self.right(Self.decimal(median / 1000, places: 1), 9))  \(Self.left(share, 8))\(size)"
        )
    }

    private static func threadNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func decimal(_ value: Double, places: Int) -> String {
        let power = places == 1 ? 10 : 100
        let whole = Int((value * Double(power)).rounded())
        let rest = String(whole % power)
        return "\(whole / power).\(String(repeating: "0", count: places - rest.count))\(rest)"
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
