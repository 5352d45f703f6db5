/// The covariance of two values that are measured together: a symmetric matrix.
struct Covariance {
    var xx: Double
    var xy: Double
    var yy: Double

    /// The same variance in each direction.
    init(variance: Double) { (xx, xy, yy) = (variance, 0, variance) }

    /// A variance along a direction, and another across it.
    @inline(__always)
    init(along: Double, across: Double, in direction: SIMD2<Double>, squaredLength: Double) {
        let factor = (along - across) / squaredLength
        xx = across + factor * direction.x * direction.x
        xy = factor * direction.x * direction.y
        yy = across + factor * direction.y * direction.y
    }

    init(_ xx: Double, _ xy: Double, _ yy: Double) { (self.xx, self.xy, self.yy) = (xx, xy, yy) }

    var determinant: Double { xx * yy - xy * xy }

    static func + (one: Covariance, other: Covariance) -> Covariance {
        Covariance(one.xx + other.xx, one.xy + other.xy, one.yy + other.yy)
    }

    static func += (one: inout Covariance, other: Covariance) { one = one + other }

    static func * (one: Covariance, factor: Double) -> Covariance {
        Covariance(one.xx * factor, one.xy * factor, one.yy * factor)
    }

    /// The product with a vector.
    static func * (one: Covariance, vector: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(one.xx * vector.x + one.xy * vector.y, one.xy * vector.x + one.yy * vector.y)
    }
}
