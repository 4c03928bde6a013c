import { ClinicId, StudyReportId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { z } from 'zod'
import type { UnscopedDb } from '../../../db/open.ts'
import * as jobs from '../../../jobs/job-queue.ts'

/** The request stores the object itself; the job is for a server that died before. */
const afterMs = 60_000

export const storeReportKind = {
  kind: 'report-object',
  payload: z.object({ reportId: StudyReportId, clinicId: ClinicId }),
} as const

/** Adds the job that stores the DICOM object of a version, within the transaction of the version. */
export const addStoreJob = (
  db: UnscopedDb,
  payload: z.output<typeof storeReportKind.payload>,
  clock: Clock,
) =>
  jobs.add(db, storeReportKind, payload, {
    clock,
    runAfter: new Date(clock().getTime() + afterMs),
    uniqueKey: `${storeReportKind.kind} ${payload.reportId}`,
  })
