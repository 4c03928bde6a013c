import type { Attributes } from '../write/attributes.ts'
import { createContextAttributes } from './context.ts'
import type { EncapsulatedPdfInput } from './inputs.ts'

export const encapsulatedPdfSopClass = '1.2.840.10008.5.1.4.1.1.104.1'

/** Creates an Encapsulated PDF for a report; the object is complete, it has no pixel data. */
export function createEncapsulatedPdf(input: EncapsulatedPdfInput): Attributes {
  const { title, pdf, series } = input
  return {
    ...createContextAttributes(input, encapsulatedPdfSopClass, 'DOC'),
    SeriesDescription: series.description || title,
    // The series of a document has no operator.
    OperatorsName: undefined,
    ConversionType: 'WSD',
    AcquisitionDateTime: '',
    // A report contains names.
    BurnedInAnnotation: 'YES',
    DocumentTitle: title,
    ConceptNameCodeSequence: [],
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: pdf,
    // Lets a reader remove the padding byte.
    EncapsulatedDocumentLength: pdf.length,
  }
}
