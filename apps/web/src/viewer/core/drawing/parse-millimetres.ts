/** The largest object that is used for a calibration. */
const longestMillimetres = 2000

/**
 * Reads the length of an object of known size, with a decimal point or comma. A third decimal is
 * refused: in `1,000` the comma may separate thousands, and a calibration by the other meaning would
 * make every measurement wrong. Objects below a millimetre are typing errors.
 */
export function parseMillimetres(text: string): number | undefined {
  const digits = text.trim()
  if (!/^\d{1,4}(?:[.,]\d{1,2})?$/u.test(digits)) return undefined
  const value = Number(digits.replace(',', '.'))
  return value >= 1 && value <= longestMillimetres ? value : undefined
}
