/// Where things stand on a screen of some size. The sign and its distance come first; what does not fit is left out from
/// the least important on.
struct Layout: Hashable {
    /// Signs are not drawn larger: they are seen from afar by then.
    static let mostSignRows = 12
    static let leastSignRows = 5
    /// Below this height what is said goes before the street one is on.
    private static let lowRows = 12

    let columns: Int
    let rows: Int
    /// Height of the sign; 0 where only its words have room.
    let signRows: Int
    /// Height of the lanes: 1 is a line of arrows, 3 are drawn.
    let laneRows: Int
    /// Lines of what is being said.
    let sayingRows: Int

    // Rows of the blocks, counted from the top; `nil` where there is no room.

    let lanesRow: Int?
    let placeRow: Int?
    let arrivalRow: Int?
    let sayingRow: Int?
    let fixRow: Int?
    /// What is wrong; on low screens also the controls.
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
        // Place, arrival and fix are a line each.
        let room = rows - footRows - sayingRows - 3 - laneRows - 3 * gap
        let sign = min(Self.mostSignRows, room, columns / 5)
        signRows = sign >= Self.leastSignRows ? sign : 0

        // Without a sign its words, the distance and the street take a line each.
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
