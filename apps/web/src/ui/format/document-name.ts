import { formatCaseReportNumber } from '@talus/contract'
import type { StudyDocument } from '@talus/contract'
import type { TFunction } from 'i18next'
import { formatDateTime } from './dates.ts'

/** E.g. "Report, version 2" or "ECG". The report of a radiologist has the number of its case. */
export function getDocumentName(
  t: TFunction,
  {
    kind,
    measurementVersion,
    report,
  }: Pick<StudyDocument, 'kind' | 'measurementVersion' | 'report'>,
): string {
  if (report?.caseReport) {
    const { caseId, version } = report.caseReport
    return t('documents:caseReport', { number: formatCaseReportNumber(caseId), version })
  }
  if (report) return t('documents:reportVersion', { version: report.version })
  return measurementVersion === null
    ? t(`documents:kind.${kind}`)
    : t('documents:measurementReport', { version: measurementVersion })
}

/** Date, author and state of a version of a report; the description or the date of other objects. */
export function getDocumentDetail(
  t: TFunction,
  document: StudyDocument,
  { timeZone, isNewest }: { readonly timeZone: string | undefined; readonly isNewest: boolean },
): string {
  const { report, measurementVersion, description, createdOn } = document
  const time = formatDateTime(createdOn, timeZone)
  if (!report) return (measurementVersion === null && description) || time
  return [
    isNewest && t('documents:report.newest'),
    report.isVerified && t('documents:report.final'),
    report.isForeign && t('documents:report.uploaded'),
    report.isOfOtherPatient && t('documents:report.otherPatient'),
    report.username,
    time,
  ]
    .filter(Boolean)
    .join(' · ')
}

const getVersion = ({ report }: StudyDocument) => report?.version ?? 0

/** Reports first, the newest version at the top; other objects in their order. */
export const sortDocuments = (documents: readonly StudyDocument[]): readonly StudyDocument[] =>
  documents.toSorted((a, b) => getVersion(b) - getVersion(a))

/** The newest version of the report among the objects of a study. */
export const findNewestReport = (documents: readonly StudyDocument[]): StudyDocument | undefined =>
  sortDocuments(documents).find(({ report }) => report !== null)
