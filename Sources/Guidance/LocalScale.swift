import Glibc

/// Metres per degree on the WGS84 ellipsoid around one latitude.
///
/// The series is accurate to a few millimetres over ten kilometres, where a sphere is wrong by metres per kilometre.
struct LocalScale {
    let metersPerDegreeEast: Double
    let metersPerDegreeNorth: Double

    init(latitudeDegrees: Double) {
        // Multiple angles from one cosine: a long route needs one of these for every vertex.
        let c = cos(latitudeDegrees * .pi / 180)
        let c2 = c * c
        let cos2 = 2 * c2 - 1
        let cos3 = (4 * c2 - 3) * c
        let cos4 = 8 * c2 * (c2 - 1) + 1
        let cos5 = ((16 * c2 - 20) * c2 + 5) * c
        // The minimum keeps a step over the pole finite.
        metersPerDegreeEast = max(111_412.84 * c - 93.5 * cos3 + 0.118 * cos5, 1)
        metersPerDegreeNorth = 111_132.954 - 559.822 * cos2 + 1.175 * cos4
    }
}
