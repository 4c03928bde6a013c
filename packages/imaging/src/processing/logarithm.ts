/** log2 of the mantissa less its straight line, by the mantissa's upper bits. */
const bits = 12
const curve = Float32Array.from({ length: 2 ** bits }, (_, at) => {
  const mantissa = (at + 0.5) / 2 ** bits
  return Math.log2(1 + mantissa) - mantissa
})
const perUnit = 2 ** -23
const exponentBias = 127

/**
 * Minus the natural logarithm of each value, in place, to 0.0001: what is stored as a float already holds
 * the whole part in its exponent. Four times as fast as Math.log for the millions of a frame. Values
 * have to be greater than 0.
 */
export function takeNegativeLogarithms(values: Float32Array): void {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0
    values[at] =
      (word * perUnit - exponentBias + (curve[(word >>> (23 - bits)) & (2 ** bits - 1)] ?? 0)) *
      -Math.LN2
  }
}
