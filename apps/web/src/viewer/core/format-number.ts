/** Creating a formatter takes longer than all other texts of a slice together. */
const formatters = new Map<string, Intl.NumberFormat>()

/** A damaged file may have values of three hundred digits, which would cover the picture. */
const plainMax = 1e9
/** Nearer to zero, a number with significant digits would begin with a row of zeros. */
const plainMin = 1e-6

const scientific = { notation: 'scientific', maximumFractionDigits: 2 } as const

/** Formats a number; a power of ten follows one that would be too long, as in `1.02E30`. */
export function formatNumber(
  language: string,
  value: number,
  options: Intl.NumberFormatOptions,
): string {
  const size = Math.abs(value)
  const isTiny = options.maximumSignificantDigits !== undefined && size > 0 && size < plainMin
  const used = size < plainMax && !isTiny ? options : scientific
  const key = `${language} ${JSON.stringify(used)}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(language, used)
    formatters.set(key, formatter)
  }
  return formatter.format(value)
}
