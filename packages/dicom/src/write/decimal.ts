const maxLength = 16

/**
 * A decimal string of PS3.5 holds 16 characters, and a number in JavaScript prints up to 24: digits
 * that do not fit are dropped. In the worst case, a tiny negative number, nine significant digits
 * remain. /
 */
export function formatDecimal(value: number): string {
  for (let digits = 17; digits > 0; digits--) {
    const rounded = Number(value.toPrecision(digits))
    if (!Number.isFinite(rounded)) continue
    const text = String(rounded)
    if (text.length <= maxLength) return text
    const scientific = rounded.toExponential()
    if (scientific.length <= maxLength) return scientific
  }
  throw new RangeError('not a number that can be written')
}
