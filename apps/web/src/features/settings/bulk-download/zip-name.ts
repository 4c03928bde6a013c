import { collapseWhitespace } from '@talus/contract'

/** Characters that are not allowed in file names on Windows, macOS or Linux. */
const reserved = /[<>:"/\\|?*]/gu
/** Control characters, and marks that change the writing direction. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/gu
/** Linux allows 255 bytes, and a character may have four. */
const maxLength = 60

/** Returns `<clinic name> images.zip`, as a valid file name on every system. */
export function createZipName(clinicName: string): string {
  const clinic = collapseWhitespace(clinicName)
    .replaceAll(invisible, '')
    .replaceAll(reserved, '-')
    // A leading dot would hide the file.
    .replaceAll(/^[\s.]+/gu, '')
  return `${Array.from(clinic).slice(0, maxLength).join('')} images.zip`.trimStart()
}
