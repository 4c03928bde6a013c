import { runPdfTool } from './pdf-tools.ts'

/** A value as qpdf writes it: names begin with a slash, text with `u:`, references end with ` R`. */
export type PdfValue =
  | null
  | boolean
  | number
  | string
  | readonly PdfValue[]
  | { readonly [name: string]: PdfValue }
export type PdfDictionary = Readonly<Record<string, PdfValue>>

interface QpdfObject {
  readonly value?: PdfValue
  readonly stream?: { readonly dict: PdfDictionary; readonly data: string }
}

export interface PdfObjectReader {
  readonly version: string
  readonly trailer: PdfDictionary
  /** Every dictionary of the file, also those of streams. */
  readonly dictionaries: readonly PdfDictionary[]
  /** The dictionary itself, or the one that a reference leads to. */
  readonly dictionary: (value: PdfValue | undefined) => PdfDictionary
  readonly list: (value: PdfValue | undefined) => readonly PdfValue[]
  /** The content of a stream without its filters. */
  readonly read: (reference: PdfValue | undefined) => Buffer
}

const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value)

function* findDictionaries(value: PdfValue | undefined): Generator<PdfDictionary> {
  if (isDictionary(value)) yield value
  if (isList(value)) for (const one of value) yield* findDictionaries(one)
  else if (isDictionary(value)) for (const one of Object.values(value)) yield* findDictionaries(one)
}

/** Reads a file with qpdf, a program that shares no code with our writer. */
export function readPdfObjects(bytes: Uint8Array): PdfObjectReader {
  const json: unknown = JSON.parse(
    runPdfTool('qpdf', bytes, ['--json=2', '--json-stream-data=inline', 'FILE']),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format of the program
  const { qpdf } = json as { qpdf: [{ pdfversion: string }, Record<string, QpdfObject>] }
  const [{ pdfversion }, objects] = qpdf
  const find = (reference: PdfValue | undefined): QpdfObject | undefined =>
    typeof reference === 'string' ? objects[`obj:${reference}`] : undefined
  const resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    const found = find(value)
    return found ? (found.stream?.dict ?? found.value) : value
  }
  return {
    version: pdfversion,
    trailer: objects.trailer?.value as PdfDictionary,
    dictionaries: Object.values(objects).flatMap(({ value, stream }) => [
      ...findDictionaries(value ?? stream?.dict),
    ]),
    dictionary: (value) => {
      const found = resolve(value)
      return isDictionary(found) ? found : {}
    },
    list: (value) => {
      const found = resolve(value)
      return isList(found) ? found : []
    },
    read: (reference) => Buffer.from(find(reference)?.stream?.data ?? '', 'base64'),
  }
}
