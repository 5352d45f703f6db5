/// The dilution of precision (HDOP): how much the arrangement of the satellites multiplies the error of a receiver.
package enum Dilution {
    /// Radius of 68 % probability in metres per unit of horizontal dilution, for an ordinary receiver.
    package static let metersPerUnit = 5.0
}
