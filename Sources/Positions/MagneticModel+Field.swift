import Glibc
import NavigationEvents

// Equations and names are those of the report on the model: spherical harmonics in Schmidt normalisation with
// coefficients that change linearly over the years.
extension MagneticModel {
    /// The horizontal component of the field, along the surface of the ellipsoid.
    struct HorizontalField {
        var northNanotesla: Double
        var eastNanotesla: Double

        var strengthNanotesla: Double {
            (northNanotesla * northNanotesla + eastNanotesla * eastNanotesla).squareRoot()
        }
    }

    /// The terms of one order, by degree, from the degree equal to the order.
    struct Column {
        /// A term, with the factors that yield its Legendre function from the two previous ones.
        struct Row {
            var term: Term
            var fromLast: Double
            var fromLastButOne: Double
        }

        let order: Double
        let rows: [Row]

        init(order: Int, of terms: [Term]) {
            self.order = Double(order)
            // There is no term of degree 0: it would be a magnetic monopole.
            let sorted = (terms + [Term(0, 0, 0, 0, 0, 0)]).filter { $0.order == order }
                .sorted { $0.degree < $1.degree }
            rows = sorted.map { term in
                let (n, m) = (Double(term.degree), Double(order))
                guard n > m else { return Row(term: term, fromLast: 0, fromLastButOne: 0) }
                let root = (n * n - m * m).squareRoot()
                return Row(
                    term: term, fromLast: (2 * n - 1) / root,
                    fromLastButOne: ((n - 1) * (n - 1) - m * m).squareRoot() / root)
            }
        }
    }

    /// The horizontal field at any time; `nil` for an invalid position.
    func horizontalField(at place: Coordinate, altitudeMeters: Double, on time: Timestamp) -> HorizontalField? {
        guard place.isValid, !altitudeMeters.isNaN else { return nil }
        let height = min(max(altitudeMeters, Self.heightsMeters.lowerBound), Self.heightsMeters.upperBound)
        let spot = GeocentricPosition(place, heightMeters: height)
        let years = yearsSinceBeginning(time)
        var sum = Sum(spot: spot)
        for column in columns { sum.add(column, years: years) }
        return HorizontalField(
            northNanotesla: sum.north * spot.cosineTilt - sum.down * spot.sineTilt, eastNanotesla: sum.east)
    }

    /// The heights for which the model is valid.
    private static let heightsMeters = -1000.0...850_000

    /// A position in geocentric coordinates.
    private struct GeocentricPosition {
        let sineLatitude: Double
        let cosineLatitude: Double
        let sineLongitude: Double
        let cosineLongitude: Double
        /// Ratio of the radius of the model's sphere to the distance from the centre.
        let ratio: Double
        /// Sine and cosine of the angle from the normal of the ellipsoid to the direction from the centre.
        let sineTilt: Double
        let cosineTilt: Double

        private static let modelRadiusMeters = 6_371_200.0
        private static let equatorMeters = 6_378_137.0
        private static let flattening = 1 / 298.257223563

        init(_ place: Coordinate, heightMeters: Double) {
            let latitude = place.latitudeDegrees * .pi / 180
            let longitude = place.longitudeDegrees * .pi / 180
            (sineLongitude, cosineLongitude) = (sin(longitude), cos(longitude))
            let (sine, cosine) = (sin(latitude), cos(latitude))
            let squaredEccentricity = Self.flattening * (2 - Self.flattening)
            let curvature = Self.equatorMeters / (1 - squaredEccentricity * sine * sine).squareRoot()
            let fromAxis = (curvature + heightMeters) * cosine
            let fromEquator = (curvature * (1 - squaredEccentricity) + heightMeters) * sine
            let radius = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
            (sineLatitude, cosineLatitude) = (fromEquator / radius, fromAxis / radius)
            ratio = Self.modelRadiusMeters / radius
            sineTilt = sineLatitude * cosine - cosineLatitude * sine
            cosineTilt = cosineLatitude * cosine + sineLatitude * sine
        }
    }

    /// The sum of the columns so far, and the initial values of the next one.
    private struct Sum {
        let spot: GeocentricPosition
        private(set) var north = 0.0
        private(set) var east = 0.0
        private(set) var down = 0.0

        /// Sine and cosine of the order times the longitude.
        private var sine = 0.0
        private var cosine = 1.0
        /// The ratio to the power of order + 2.
        private var scale: Double
        /// The Legendre function whose degree is its order, divided by the cosine of the latitude, which is 0 at the
        /// poles, where the east component is nevertheless well defined.
        private var diagonal = 1.0

        init(spot: GeocentricPosition) {
            self.spot = spot
            scale = spot.ratio * spot.ratio
        }

        /// Adds the next column.
        mutating func add(_ column: Column, years: Double) {
            let order = column.order
            if order > 1 { diagonal *= spot.cosineLatitude * (1 - 0.5 / order).squareRoot() }
            // The function is this number times `value`; its derivative is by the angle from the pole.
            let divisor = order == 0 ? 1 : spot.cosineLatitude
            var (value, slope) = (diagonal, order * spot.sineLatitude * diagonal)
            var (lastValue, lastSlope) = (0.0, 0.0)
            var power = scale
            for (index, row) in column.rows.enumerated() {
                if index > 0 {
                    let nextSlope =
                        row.fromLast * (spot.sineLatitude * slope - spot.cosineLatitude * divisor * value)
                        - row.fromLastButOne * lastSlope
                    let nextValue = row.fromLast * spot.sineLatitude * value - row.fromLastButOne * lastValue
                    (lastValue, lastSlope, value, slope) = (value, slope, nextValue, nextSlope)
                    power *= spot.ratio
                }
                let term = row.term
                let g = term.g + years * term.gChange
                let h = term.h + years * term.hChange
                let along = power * (g * cosine + h * sine)
                north += along * slope
                east += power * order * (g * sine - h * cosine) * value
                down -= along * Double(term.degree + 1) * divisor * value
            }
            beginNext()
        }

        private mutating func beginNext() {
            (sine, cosine) = (
                sine * spot.cosineLongitude + cosine * spot.sineLongitude,
                cosine * spot.cosineLongitude - sine * spot.sineLongitude
            )
            scale *= spot.ratio
        }
    }
}
