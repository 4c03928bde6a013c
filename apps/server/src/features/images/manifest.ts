import type { Language } from '@talus/contract'
import { byteOrderMark, defused } from '../../http/csv.ts'
import { wordsIn } from '../../http/words.ts'
import type { Words } from '../../http/words.ts'
import { SqueezedBytes } from './squeezed-bytes.ts'

/** What can be wrong with one image; the words stand in packages/i18n, namespace `manifest`. */
export type Problem =
  | { readonly kind: 'missing' | 'unreadable' | 'too-large' | 'not-shown' | 'changed' | 'preamble' }
  | { readonly kind: 'incomplete'; readonly written: number; readonly expected: number }

export interface ManifestRow {
  readonly name: string
  /** Ours, or its place where strangers read it. */
  readonly imageId: number
  readonly sopInstanceUID: string
  readonly isRejected: boolean
  /** Of the file as it is in the zip; undefined where it was left out. */
  readonly written: { readonly byteLength: number; readonly sha256: string } | undefined
  /** Of the DICOM file, when it was stored. */
  readonly recordedSha256: string
  readonly problems: readonly Problem[]
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

/** The list of a download's images, for a spreadsheet: what is in the zip, and what is wrong with it. */
export class Manifest {
  readonly #words: Words
  readonly #separator: string
  readonly #text = new SqueezedBytes()

  constructor(language: Language) {
    this.#words = wordsIn(language)
    // What a spreadsheet in that language expects; with another, all would stand in one column.
    this.#separator = language === 'fr' ? ';' : ','
    const titles = columns.map((column) => this.#words(`manifest:column.${column}`))
    this.#text.append(Buffer.from(byteOrderMark + this.#line(titles)))
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
      row.problems.map((problem) => this.#said(problem)).join(' '),
    ])
    this.#text.append(Buffer.from(line))
  }

  read = () => this.#text.read()

  #said({ kind, ...values }: Problem): string {
    return this.#words(`manifest:problem.${kind}`, values)
  }

  #line(cells: readonly string[]): string {
    return `${cells.map(cell).join(this.#separator)}\r\n`
  }
}

function cell(text: string): string {
  const harmless = defused(text)
  return /^[\w.-]*$/u.test(harmless) ? harmless : `"${harmless.replaceAll('"', '""')}"`
}
