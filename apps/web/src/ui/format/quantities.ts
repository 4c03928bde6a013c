export const formatUnit = (language: string, value: number, name: string, digits = 0) =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay: name.endsWith('byte') ? 'short' : 'long',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)

const perMegabyte = 1_000_000

/** Smaller files would be shown as 0.0 MB. */
const leastMegabytes = 0.1

/** `3.4 MB`, `3,4 Mo`, `12 kB`: decimal units, as in file managers. */
export function formatFileSize(bytes: number, language: string): string {
  const megabytes = bytes / perMegabyte
  if (bytes > 0 && megabytes < leastMegabytes)
    return formatUnit(language, Math.ceil(bytes / 1000), 'kilobyte')
  if (megabytes < 100) return formatUnit(language, megabytes, 'megabyte', 1)
  if (megabytes < 1000) return formatUnit(language, megabytes, 'megabyte')
  const gigabytes = megabytes / 1000
  if (gigabytes < 1000) return formatUnit(language, gigabytes, 'gigabyte', gigabytes < 100 ? 2 : 0)
  return formatUnit(language, gigabytes / 1000, 'terabyte', 2)
}

export const formatLocaleNumber = (value: number, language: string) =>
  new Intl.NumberFormat(language).format(value)
