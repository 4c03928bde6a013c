import { DicomFault } from '../fault.ts'
import type { DataSet } from '../read/data-set.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { tags } from '../read/tags.ts'
import { deflatedLittleEndian } from '../read/transfer-syntax.ts'
import { readNumbers } from '../read/values.ts'
import { findDocumentKind } from './document-kind.ts'
import type { DocumentKind } from './document-kind.ts'
import { documentTags } from './document-tags.ts'
import { formatPersonName, readStructuredReport } from './structured-report.ts'
import type { StructuredReport } from './structured-report.ts'
import { readWaveforms } from './waveforms.ts'
import type { Waveforms } from './waveforms.ts'

/** The content of a presentation state; the images are in `references`. */
interface PresentationContent {
  readonly label: string
  readonly description: string
  readonly creator: string
}

/** The position of a PDF in its file; undefined in a deflated file, which has to be unpacked. */
export interface PdfContent {
  readonly start: number | undefined
  readonly byteLength: number
}

type DocumentContent =
  | { readonly form: 'pdf'; readonly pdf: PdfContent }
  | { readonly form: 'report'; readonly report: StructuredReport }
  | { readonly form: 'waveforms'; readonly waveforms: Waveforms }
  | { readonly form: 'presentation'; readonly presentation: PresentationContent }
  /** The reason why the object can only be downloaded. */
  | { readonly form: 'none'; readonly reason: 'not-pdf' | 'damaged' | 'not-shown' }

export interface DicomDocument {
  readonly kind: DocumentKind
  readonly title: string
  readonly content: DocumentContent
  /** The objects that the document refers to, each once. */
  readonly references: readonly string[]
}

/** The images that a page lists for one document. */
const maxReferences = 1000
const pdfStart = '%PDF-'
/** A reader of PDFs searches for the start in this many bytes. */
const pdfSearchBytes = 1024

/** Whether the bytes are a PDF, whatever the file declares them to be: markup before it is none. */
function isPdf(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, pdfSearchBytes))
  return /^(?:ï»¿)?\s*$/u.test(head.split(pdfStart, 1)[0] ?? head) && head.includes(pdfStart)
}

function readPdf({ dataSet, transferSyntax }: DicomFile): DocumentContent {
  const element = dataSet.element(documentTags.encapsulatedDocument)
  const bytes = dataSet.bytes(documentTags.encapsulatedDocument)
  if (!element || !bytes) return { form: 'none', reason: 'damaged' }
  if (!isPdf(bytes)) return { form: 'none', reason: 'not-pdf' }
  const length = dataSet.bytes(documentTags.encapsulatedLength)
  const [declared = 0] = length
    ? readNumbers(length, 'UL', dataSet.encoding.isLittleEndian).map(Number)
    : []
  // The declared length excludes the padding byte; a wrong one is ignored.
  const byteLength = element.length - declared === 1 ? declared : element.length
  const isDeflated = transferSyntax.uid === deflatedLittleEndian
  return { form: 'pdf', pdf: { start: isDeflated ? undefined : element.start, byteLength } }
}

const readPresentation = (dataSet: DataSet): PresentationContent => ({
  label: dataSet.text(documentTags.contentLabel),
  description: dataSet.text(documentTags.contentDescription),
  creator: formatPersonName(dataSet.text(documentTags.creator)),
})

/** The images of a presentation state, by the series that it lists. */
function* listPresented(dataSet: DataSet): Generator<string> {
  for (const series of dataSet.items(documentTags.referencedSeriesSequence))
    for (const image of series.items(documentTags.referencedImageSequence))
      yield image.code(documentTags.referencedSopInstanceUid)
}

function readContent(file: DicomFile, kind: DocumentKind): DocumentContent {
  const { dataSet } = file
  switch (kind) {
    case 'pdf':
      return readPdf(file)
    case 'report':
    case 'dose-report':
    case 'key-images':
      return { form: 'report', report: readStructuredReport(dataSet) }
    case 'ecg':
    case 'waveform': {
      const waveforms = readWaveforms(dataSet)
      return waveforms.groups.length === 0
        ? { form: 'none', reason: 'not-shown' }
        : { form: 'waveforms', waveforms }
    }
    case 'presentation':
      return { form: 'presentation', presentation: readPresentation(dataSet) }
    default:
      return { form: 'none', reason: 'not-shown' }
  }
}

function listReferences(dataSet: DataSet, content: DocumentContent): string[] {
  const found = new Set<string>()
  const all =
    content.form === 'report'
      ? content.report.entries.flatMap(({ sopInstanceUid }) => sopInstanceUid ?? [])
      : listPresented(dataSet)
  for (const uid of all) {
    if (found.size >= maxReferences) break
    if (uid !== '') found.add(uid)
  }
  return [...found]
}

/** Reads an object without pixel data so that a page can show it. A damaged part is left out. */
export function readDocument(file: DicomFile): DicomDocument {
  const { dataSet, identity } = file
  const kind = findDocumentKind(identity.sopClassUid)
  const own = dataSet.text(documentTags.documentTitle)
  try {
    const content = readContent(file, kind)
    const heading = content.form === 'report' ? content.report.title : ''
    const label = content.form === 'presentation' ? content.presentation.label : ''
    const title = own || heading || label || dataSet.text(tags.seriesDescription)
    return { kind, title, content, references: listReferences(dataSet, content) }
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    return { kind, title: own, content: { form: 'none', reason: 'damaged' }, references: [] }
  }
}
