/// The rows of the blocks on a screen of any size. The sign and its distance have priority; without enough space, the
/// least important blocks are omitted.
struct Layout: Hashable {
    /// The maximum height of a sign, which is readable from a distance.
    static let mostSignRows = 12
    static let leastSignRows = 5
    /// The height below which the utterance precedes the current street.
    private static let lowRows = 12

    let columns: Int
    let rows: Int
    /// The height of the sign; 0 if there is only space for its words.
    let signRows: Int
    /// The height of the lanes: 1 for a line of arrows, 3 for a picture.
    let laneRows: Int
    /// The number of lines of the utterance.
    let sayingRows: Int

    // Rows of the blocks, from the top; `nil` without space.

    let lanesRow: Int?
    let placeRow: Int?
    let arrivalRow: Int?
    let sayingRow: Int?
    let fixRow: Int?
    /// The row of the notice; on low screens also of the controls.
    let noticeRow: Int
    let controlsRow: Int?

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        let gap = rows >= 20 ? 1 : 0
        laneRows = rows >= 16 ? 3 : 1
        sayingRows = rows >= 18 ? 2 : 1
        let footRows = rows >= 18 ? 2 : 1
        controlsRow = footRows == 2 ? rows - 1 : nil
        noticeRow = rows - footRows
        // Street, arrival and fix take one line each.
        let room = rows - footRows - sayingRows - 3 - laneRows - 3 * gap
        let sign = min(Self.mostSignRows, room, columns / 5)
        signRows = sign >= Self.leastSignRows ? sign : 0

        // Without a sign, its words, the distance and the street take one line each.
        var row = signRows > 0 ? signRows : min(3, rows - footRows)
        func take(_ count: Int, behind gap: Int = 0) -> Int? {
            guard row + gap + count <= rows - footRows else { return nil }
            defer { row += gap + count }
            return row + gap
        }
        lanesRow = take(laneRows, behind: gap)
        if rows < Self.lowRows {
            sayingRow = take(sayingRows)
            placeRow = take(1)
            arrivalRow = take(1)
        } else {
            placeRow = take(1, behind: gap)
            arrivalRow = take(1)
            sayingRow = take(sayingRows, behind: gap)
        }
        fixRow = take(1)
    }
}
