import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import type { Job } from '../../../jobs/define-job.ts'
import { storeReportKind } from './store-job.ts'
import { finish } from './store-report.ts'
import type { StoreDeps } from './store-report.ts'

/** Stores the DICOM objects of versions whose request ended early. */
export const createStoreReportJob = (deps: StoreDeps & { readonly unscopedDb: UnscopedDb }): Job =>
  defineJob({
    ...storeReportKind,
    maxAttempts: 20,
    retryDelaySeconds: (attempt) => Math.min(attempt * 60, 3600),
    run: async ({ reportId, clinicId }) => {
      await finish(deps, new ClinicDb(deps.unscopedDb, [clinicId]), reportId)
    },
  })
