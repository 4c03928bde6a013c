import type { StudyDocument } from '@talus/contract'
import { CaseId, formatCaseReportNumber, ImageId, StudyId } from '@talus/contract'
import { loadNamespace } from '@talus/i18n/load'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import {
  findNewestReport,
  getDocumentDetail,
  getDocumentName,
  sortDocuments,
} from './document-name.ts'

const texts = i18next.createInstance()
await texts.init({
  resources: { en: { documents: await loadNamespace('documents', 'en') } },
  fallbackLng: false,
})
const t = texts.getFixedT('en')

const createDocument = (id: number, report: StudyDocument['report']): StudyDocument => ({
  id: ImageId.parse(id),
  studyId: StudyId.parse(1),
  kind: report ? 'pdf' : 'ecg',
  sopClassUID: '1.2',
  sopInstanceUID: '1.2.3',
  description: report ? 'Report, version 1' : 'Holter',
  measurementVersion: null,
  createdOn: '2026-03-02T10:00:00.000Z',
  byteLength: 1,
  report,
})
const createVersion = (version: number, isVerified: boolean) =>
  createDocument(version, {
    version,
    fileName: 'a.pdf',
    isForeign: false,
    isVerified,
    isOfOtherPatient: false,
    caseReport: null,
    username: 'anne',
  })

test('each version of a report has its own name, and the newest is first and marked', () => {
  const ecg = createDocument(9, null)
  const sorted = sortDocuments([createVersion(1, false), ecg, createVersion(2, true)])
  const newest = findNewestReport(sorted)
  const shown = sorted.map((document) => [
    getDocumentName(t, document),
    getDocumentDetail(t, document, { timeZone: 'UTC', isNewest: document === newest }),
  ])
  expect(shown).toEqual([
    ['Report, version 2', 'newest · final · anne · 2026-03-02 10:00'],
    ['Report, version 1', 'anne · 2026-03-02 10:00'],
    ['ECG', 'Holter'],
  ])
})

test('the report of a radiologist is named by its case, with the version that its PDF prints', () => {
  const { report } = createVersion(5, true)
  if (!report) throw new Error('a report expected')
  const caseReport = { caseId: CaseId.parse(12), version: 2 }
  expect(getDocumentName(t, createDocument(5, { ...report, caseReport }))).toBe(
    `Radiologist’s report ${formatCaseReportNumber(caseReport.caseId)}, version 2`,
  )
})
