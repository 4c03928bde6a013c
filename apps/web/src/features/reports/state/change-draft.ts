import { routes } from '@talus/contract/routes'
import type { Study } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

const triesMax = 3

/** Changes the own draft about a study; starts one if there is none. */
export async function changeDraft(
  { id: studyId, patientId }: Study,
  start: () => Promise<ReportDocument>,
  change: (report: ReportDocument) => ReportDocument | undefined,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { draft } = await call(routes.report.draft, { params: { studyId } })
    const stored = ReportDocument.safeParse(draft?.document).data
    const document = change(stored ?? (await start()))
    if (!document) return false
    try {
      await call(routes.report.saveDraft, {
        params: { studyId },
        // A draft that exists stays that of the patient it was written for.
        body: draft ? { version: draft.version, document } : { version: 0, document, patientId },
      })
      return true
    } catch (error) {
      // Another tab or computer has saved the draft in between.
      const isChanged = error instanceof ApiError && error.code === 'report/draft-changed'
      if (!isChanged || attempt === triesMax) throw error
    }
  }
}
