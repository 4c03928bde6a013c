import type { Attributes } from '../write/attributes.ts'
import { createContextAttributes } from './context.ts'
import type { EncapsulatedPdfInput, InstanceReference } from './inputs.ts'

export const encapsulatedPdfSopClass = '1.2.840.10008.5.1.4.1.1.104.1'

const reportConcept: Attributes = {
  CodeValue: '18748-4',
  CodingSchemeDesignator: 'LN',
  CodeMeaning: 'Diagnostic Imaging Report',
}

const toReference = ({ sopClassUid, sopInstanceUid }: InstanceReference): Attributes => ({
  ReferencedSOPClassUID: sopClassUid,
  ReferencedSOPInstanceUID: sopInstanceUid,
})

/** The attributes of a PDF that is a version of the report of a study. */
function createReportAttributes({ report, study, series }: EncapsulatedPdfInput): Attributes {
  if (!report) return { ConceptNameCodeSequence: [] }
  const { isVerified, sources, predecessor } = report
  return {
    ConceptNameCodeSequence: [reportConcept],
    VerificationFlag: isVerified ? 'VERIFIED' : 'UNVERIFIED',
    ...(sources.length > 0 ? { SourceInstanceSequence: sources.map(toReference) } : {}),
    // An extension: the attribute belongs to structured reports, and archives chain versions by it.
    ...(predecessor
      ? {
          PredecessorDocumentsSequence: [
            {
              StudyInstanceUID: study.instanceUid,
              ReferencedSeriesSequence: [
                {
                  SeriesInstanceUID: series.instanceUid,
                  ReferencedSOPSequence: [
                    toReference({
                      sopClassUid: encapsulatedPdfSopClass,
                      sopInstanceUid: predecessor.sopInstanceUid,
                    }),
                  ],
                },
              ],
            },
          ],
        }
      : {}),
  }
}

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
    ...createReportAttributes(input),
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: pdf,
    // Lets a reader remove the padding byte.
    EncapsulatedDocumentLength: pdf.length,
  }
}
