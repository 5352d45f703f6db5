import NavigationEvents

/// The houses of a street.
struct StreetHouses {
    /// A house, or a position between two houses.
    struct House {
        var number: String
        var postcode: String?
        var position: Coordinate
        var access: Coordinate
        /// The object of the map; empty between two houses.
        var osm: String
        var isInterpolated = false
    }

    /// Two houses that are farther apart do not tell where the houses between them are.
    private static let maxNumberGap = 20
    private var houses: [(key: HouseNumber, house: House)] = []

    init(_ street: Int, in database: SQLiteDatabase) throws(RegionError) {
        let statement = try database.statement(
            """
            SELECT number, postcode, lat, lon, access_lat, access_lon, osm FROM address WHERE street = ? LIMIT 20000
            """)
        statement.bind([.integer(street)])
        while try statement.step() {
            guard let text = statement.text(0), let key = HouseNumber(text) else { continue }
            let house = House(
                number: text, postcode: statement.text(1),
                position: Coordinate(latitudeDegrees: statement.real(2), longitudeDegrees: statement.real(3)),
                access: Coordinate(latitudeDegrees: statement.real(4), longitudeDegrees: statement.real(5)),
                osm: statement.text(6) ?? "")
            if house.position.isValid, house.access.isValid { houses.append((key, house)) }
        }
    }

    /// The house with a number; a house whose range contains it; the house with the same number and another addition;
    /// or the position between its neighbors on the same side of the street. `nil` if there is none of these.
    func house(_ number: HouseNumber) -> House? {
        if let same = houses.first(where: { $0.key.key == number.key }) { return same.house }
        if let range = houses.first(where: { $0.key.contains(number) }) { return range.house }
        if let near = houses.first(where: { $0.key.number == number.number }) {
            var house = near.house
            house.isInterpolated = true
            house.number = number.key
            return house
        }
        return between(number)
    }

    private func between(_ number: HouseNumber) -> House? {
        let side = houses.filter { ($0.key.number - number.number) % 2 == 0 }
        guard let before = side.filter({ $0.key.number < number.number }).max(by: { $0.key.number < $1.key.number }),
            let after = side.filter({ $0.key.number > number.number }).min(by: { $0.key.number < $1.key.number }),
            after.key.number - before.key.number <= Self.maxNumberGap
        else { return nil }
        let share =
            Double(number.number - before.key.number) / Double(after.key.number - before.key.number)
        return House(
            number: number.key, postcode: before.house.postcode,
            position: before.house.position.moved(share, to: after.house.position),
            access: before.house.access.moved(share, to: after.house.access), osm: "", isInterpolated: true)
    }
}

extension Coordinate {
    /// The position at a share of the way to another one nearby.
    fileprivate func moved(_ share: Double, to other: Coordinate) -> Coordinate {
        Coordinate(
            latitudeDegrees: latitudeDegrees + share * (other.latitudeDegrees - latitudeDegrees),
            longitudeDegrees: longitudeDegrees + share * (other.longitudeDegrees - longitudeDegrees))
    }
}
