import { productVersion } from '@talus/contract'
import { createEncapsulatedPdf, explicitLittleEndian, writeFileChunks } from '@talus/dicom'
import { z } from 'zod'
import { getTranslator } from '../../../http/translations.ts'
import { deriveUid } from '../../archive/index.ts'
import { toPatientInput } from '../../capture/index.ts'
import type { StudySubject } from '../../capture/index.ts'
import type { ReportRow } from './versions.queries.ts'

/** After the series of presentation states and of measurements. */
const seriesNumber = 9003

const Sources = z.array(z.object({ sopClassUid: z.string(), sopInstanceUid: z.string() }))
export type Sources = z.output<typeof Sources>

/** All versions of the report of a study are in one series. */
const getSeriesUid = (studyInstanceUID: string) => deriveUid(studyInstanceUID, 'reports')

const removeExtension = (fileName: string) => fileName.replace(/\.pdf$/iu, '')

/**
 * The DICOM file of a version. The same row gives the same bytes, so that a repeated attempt stores
 * nothing twice.
 */
export function createReportObject(
  row: ReportRow,
  pdf: Uint8Array,
  {
    subject,
    predecessor,
  }: { readonly subject: StudySubject; readonly predecessor: string | undefined },
): Iterable<Uint8Array> {
  const { studyInstanceUID, createdOn, description } = subject
  const attributes = createEncapsulatedPdf({
    patient: toPatientInput(subject),
    clinic: {
      name: subject.clinicName,
      address: subject.clinicAddress,
      timeZone: subject.timeZone,
    },
    study: {
      instanceUid: studyInstanceUID,
      startedAt: createdOn,
      id: subject.dicomStudyId,
      accessionNumber: subject.accessionNumber || subject.accessionCode,
      description,
      referringPhysician: subject.referringPhysician,
    },
    series: {
      instanceUid: getSeriesUid(studyInstanceUID),
      number: seriesNumber,
      description: getTranslator(subject.language)('reportPdf:series', { version: row.version }),
    },
    instance: {
      sopInstanceUid: row.sopInstanceUID,
      number: row.version,
      createdAt: row.createdOn,
    },
    equipment: { manufacturer: 'Talus', softwareVersion: `Talus ${productVersion}` },
    title: removeExtension(row.fileName),
    pdf,
    report: {
      isVerified: row.isVerified,
      sources: Sources.parse(JSON.parse(row.sources)),
      predecessor: predecessor === undefined ? undefined : { sopInstanceUid: predecessor },
    },
  })
  return writeFileChunks(attributes, { transferSyntaxUid: explicitLittleEndian })
}
