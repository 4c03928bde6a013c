import type { Attributes } from '../write/attributes.ts'
import { contextAttributes } from './context.ts'
import type { EncapsulatedPdfInput } from './inputs.ts'

export const encapsulatedPdfSopClass = '1.2.840.10008.5.1.4.1.1.104.1'

/** A report as a document; the whole object, pixels it has none. */
export function encapsulatedPdf(input: EncapsulatedPdfInput): Attributes {
  const { title, pdf, series } = input
  return {
    ...contextAttributes(input, encapsulatedPdfSopClass, 'DOC'),
    SeriesDescription: series.description || title,
    // Nobody operated anything: the series of a document has no such attribute.
    OperatorsName: undefined,
    ConversionType: 'WSD',
    AcquisitionDateTime: '',
    // It is full of names, as a report is.
    BurnedInAnnotation: 'YES',
    DocumentTitle: title,
    ConceptNameCodeSequence: [],
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: pdf,
    // A reader removes the byte that made the length even.
    EncapsulatedDocumentLength: pdf.length,
  }
}
