/// The rows of the blocks on a screen of any size. The sign and its distance have priority; without enough space, the
/// least important blocks are omitted.
struct Layout: Hashable {
    /// The maximum height of a sign, which is readable from a distance.
    static let maxSignRows = 12
    static let minSignRows = 5
    /// The height below which the utterance precedes the current street.
    private static let lowRows = 12

    let columns: Int
    let rows: Int
    /// The height of the sign; 0 if there is only space for its words.
    let signRows: Int
    /// The height of the lanes: 1 for a line of arrows, 3 for a picture.
    let laneRows: Int
    /// The number of lines of the utterance.
    let utteranceRows: Int

    // Rows of the blocks, from the top; `nil` without space.

    let lanesRow: Int?
    let streetRow: Int?
    let arrivalRow: Int?
    let utteranceRow: Int?
    let fixRow: Int?
    /// The row of the notice; on low screens also of the controls.
    let noticeRow: Int
    let controlsRow: Int?

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        let gap = rows >= 20 ? 1 : 0
        laneRows = rows >= 16 ? 3 : 1
        utteranceRows = rows >= 18 ? 2 : 1
        let footerRows = rows >= 18 ? 2 : 1
        controlsRow = footerRows == 2 ? rows - 1 : nil
        noticeRow = rows - footerRows
        // Street, arrival and fix take one line each.
        let room = rows - footerRows - utteranceRows - 3 - laneRows - 3 * gap
        let sign = min(Self.maxSignRows, room, columns / 5)
        signRows = sign >= Self.minSignRows ? sign : 0

        // Without a sign, its words, the distance and the street take one line each.
        var row = signRows > 0 ? signRows : min(3, rows - footerRows)
        func take(_ count: Int, after gap: Int = 0) -> Int? {
            guard row + gap + count <= rows - footerRows else { return nil }
            defer { row += gap + count }
            return row + gap
        }
        lanesRow = take(laneRows, after: gap)
        if rows < Self.lowRows {
            utteranceRow = take(utteranceRows)
            streetRow = take(1)
            arrivalRow = take(1)
        } else {
            streetRow = take(1, after: gap)
            arrivalRow = take(1)
            utteranceRow = take(utteranceRows, after: gap)
        }
        fixRow = take(1)
    }
}
