export const unitWords = (language: string, value: number, name: string, digits = 0) =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay: name.endsWith('byte') ? 'short' : 'long',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)

const perMegabyte = 1_000_000

/** `3.4 MB`, `3,4 Mo`: as file managers count. */
export function sizeWords(bytes: number, language: string): string {
  const megabytes = bytes / perMegabyte
  if (megabytes < 100) return unitWords(language, megabytes, 'megabyte', 1)
  if (megabytes < 1000) return unitWords(language, megabytes, 'megabyte')
  return unitWords(language, megabytes / 1000, 'gigabyte', 2)
}

export const numberWords = (value: number, language: string) =>
  new Intl.NumberFormat(language).format(value)
