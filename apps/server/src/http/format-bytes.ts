import type { Language } from '@talus/contract'

const units = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
] as const

/** A size in the units of disks: 1.5 GB, or 395.2 MB below one gigabyte. */
export function formatBytes(bytes: number, language: Language = 'en'): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? units[1]
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / size,
  )
}
