const longest = 16

/**
 * A decimal string of PS3.5 holds 16 characters, and a number in JavaScript prints up to 24: what does
 * not fit loses its last digits. Nine significant ones are left in the worst case, a tiny negative number.
 */
export function decimalString(value: number): string {
  for (let digits = 17; digits > 0; digits--) {
    const rounded = Number(value.toPrecision(digits))
    if (!Number.isFinite(rounded)) continue
    const text = String(rounded)
    if (text.length <= longest) return text
    const scientific = rounded.toExponential()
    if (scientific.length <= longest) return scientific
  }
  throw new RangeError('not a number that can be written')
}
