/**
 * The logarithm of the mantissa minus its linear part, indexed by the upper bits of the mantissa.
 */
const bits = 12
const curve = Float32Array.from({ length: 2 ** bits }, (_, at) => {
  const mantissa = (at + 0.5) / 2 ** bits
  return Math.log(1 + mantissa) - Math.LN2 * mantissa
})
const shift = 23 - bits
const mask = 2 ** bits - 1
const perUnit = -Math.LN2 * 2 ** -23
const bias = Math.LN2 * 127

/**
 * The negative natural logarithm of each value, in place, accurate to 0.0001: the exponent of a
 * float is the integer part of its binary logarithm. Four times as fast as Math.log for the
 * millions of pixels of a frame. Values must be greater than 0. /
 */
export function takeNegativeLogarithms(values: Float32Array): void {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0
    values[at] = word * perUnit + bias - (curve[(word >>> shift) & mask] ?? 0)
  }
}
