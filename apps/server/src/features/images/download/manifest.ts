import { byteOrderMark, escapeFormula } from '@talus/contract'
import type { Language } from '@talus/contract'
import { getTranslator } from '../../../http/translations.ts'
import type { Translate } from '../../../http/translations.ts'
import { CompressedBuffer } from '../zip/compressed-buffer.ts'
import type { FileProblem } from '../stored/stored-image.ts'

export interface ManifestRow {
  readonly name: string
  /** The image id, or the position for recipients outside of the clinic. */
  readonly imageId: number
  readonly sopInstanceUID: string
  readonly isRejected: boolean
  /** Length and hash of the file in the zip; undefined if it was left out. */
  readonly written: { readonly byteLength: number; readonly sha256: string } | undefined
  /** SHA-256 of the DICOM file, when it was stored. */
  readonly recordedSha256: string
  readonly problems: readonly FileProblem[]
}

const columns = [
  'file',
  'imageId',
  'sopInstanceUID',
  'rejected',
  'bytes',
  'sha256',
  'recordedSha256',
  'problem',
] as const

/** The manifest of a download, for a spreadsheet: the files in the zip, and their problems. */
export class Manifest {
  readonly #words: Translate
  readonly #separator: string
  readonly #text = new CompressedBuffer()

  constructor(language: Language) {
    this.#words = getTranslator(language)
    // Spreadsheets in French expect a semicolon; with a comma, all would be in one column.
    this.#separator = language === 'fr' ? ';' : ','
    const headings = columns.map((column) => this.#words(`manifest:column.${column}`))
    this.#text.append(Buffer.from(byteOrderMark + this.#line(headings)))
  }

  add({ name, imageId, sopInstanceUID, isRejected, written, recordedSha256, ...row }: ManifestRow) {
    const line = this.#line([
      name,
      String(imageId),
      sopInstanceUID,
      isRejected ? this.#words('manifest:yes') : '',
      written === undefined ? '' : String(written.byteLength),
      written?.sha256 ?? '',
      recordedSha256,
      row.problems.map((problem) => this.#format(problem)).join(' '),
    ])
    this.#text.append(Buffer.from(line))
  }

  read = () => this.#text.read()

  #format({ kind, ...values }: FileProblem): string {
    return this.#words(`manifest:problem.${kind}`, values)
  }

  #line(cells: readonly string[]): string {
    return `${cells.map(cell).join(this.#separator)}\r\n`
  }
}

function cell(text: string): string {
  const harmless = escapeFormula(text)
  return /^[\w.-]*$/u.test(harmless) ? harmless : `"${harmless.replaceAll('"', '""')}"`
}
