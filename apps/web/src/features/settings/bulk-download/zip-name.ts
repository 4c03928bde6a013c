import { collapsed } from '@talus/contract'

/** What Windows, macOS or Linux would take for something else than a letter of a name. */
const meaning = /[<>:"/\\|?*]/gu
/** Control characters, and marks that turn the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/gu
/** Linux allows 255 bytes, and a letter may have four. */
const longest = 60

/** `<clinic name> images.zip`, as a name that every system can write. */
export function zipName(clinicName: string): string {
  const clinic = collapsed(clinicName)
    .replaceAll(unseen, '')
    .replaceAll(meaning, '-')
    // At its start a dot hides the file.
    .replaceAll(/^[\s.]+/gu, '')
  return `${Array.from(clinic).slice(0, longest).join('')} images.zip`.trimStart()
}
