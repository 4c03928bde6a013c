import type { CaseId, ClinicId } from '@talus/contract'
import { expect, test } from 'vitest'
import { summarizeCases } from './invoice-summary.ts'
import type { InvoicedCase } from './invoice-summary.ts'

const createCase = (change: Partial<InvoicedCase>): InvoicedCase => ({
  id: 1 as CaseId,
  clinicId: 2 as ClinicId,
  clinicName: 'North',
  studyTypes: 'Thorax',
  priority: '24 Hours',
  modality: 'XRay',
  isTest: false,
  isDeleted: false,
  ...change,
})

test('the summary counts cases and regions by clinic, modality and priority, without tests', () => {
  const rows = [
    createCase({}),
    createCase({ studyTypes: 'Left Elbow, Right Elbow' }),
    createCase({ studyTypes: '' }),
    createCase({ priority: 'Urgent' }),
    createCase({ isTest: true }),
    createCase({ isDeleted: true }),
    createCase({ clinicId: 1 as ClinicId, clinicName: 'East' }),
  ]
  expect(
    summarizeCases(rows).map(({ clinicName, priority, cases, regions }) => [
      clinicName,
      priority,
      cases,
      regions,
    ]),
  ).toEqual([
    ['East', '24 Hours', 1, 1],
    ['North', '24 Hours', 3, 4],
    ['North', 'Urgent', 1, 1],
  ])
})
