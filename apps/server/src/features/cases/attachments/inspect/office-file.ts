import type { ZipEntry } from './zip-directory.ts'

/** The part that every document of its kind has (ECMA-376). */
const mainParts = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const

/** Macros, the sheets of Excel 4 macros, controls, and objects and programs inside the file. */
const activeEntry =
  /(?:^|\/)(?:vbaProject\.bin|vbaProjectSignature\w*\.bin|vbaData\.xml|macrosheets\/|activeX\/|oleObject[^/]*\.bin)|\.(?:exe|dll|js|vbs|bat|cmd|ps1|scr|hta|lnk)$/iu

/** Whether the entries are those of a document or table without macros and without a password. */
export function isOfficeFile(kind: 'docx' | 'xlsx', entries: readonly ZipEntry[]): boolean {
  const has = (name: string) => entries.some((entry) => entry.name === name)
  return (
    has('[Content_Types].xml') &&
    has(mainParts[kind]) &&
    !has(mainParts[kind === 'docx' ? 'xlsx' : 'docx']) &&
    !entries.some(({ name, isEncrypted }) => isEncrypted || activeEntry.test(name))
  )
}
