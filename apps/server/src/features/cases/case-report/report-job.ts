import { CaseId, ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { z } from 'zod'
import type { UnscopedDb } from '../../../db/open.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import type { Job } from '../../../jobs/define-job.ts'
import * as jobs from '../../../jobs/job-queue.ts'
import { completeReport } from './make-report.service.ts'
import type { CaseReportDeps, ReportVersion } from './make-report.service.ts'

const reportJobKind = {
  kind: 'case-report',
  payload: z.object({ caseId: CaseId, clinicId: ClinicId, version: z.int().positive() }),
} as const

/**
 * Adds the job that makes the PDF of a version, within the transaction of the version or of the
 * change that its next revision shows.
 */
export const addCaseReportJob = (
  unscopedDb: UnscopedDb,
  version: ReportVersion,
  { clock, change = '' }: { readonly clock: Clock; readonly change?: string },
) =>
  jobs.add(unscopedDb, reportJobKind, version, {
    clock,
    uniqueKey: [reportJobKind.kind, version.caseId, version.version, change].join(' ').trim(),
  })

export const createCaseReportJob = (deps: CaseReportDeps): Job =>
  defineJob({
    ...reportJobKind,
    maxAttempts: 20,
    retryDelaySeconds: (attempt) => Math.min(attempt * 30, 3600),
    run: async (version, { signal }) => {
      await completeReport(deps, version, signal)
    },
  })
