import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

const triesMax = 3

/** Changes the own draft about a study; starts one if there is none. */
export async function changeDraft(
  studyId: StudyId,
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
        body: { version: draft?.version ?? 0, document },
      })
      return true
    } catch (error) {
      // Another tab or computer has saved the draft in between.
      const isChanged = error instanceof ApiError && error.code === 'report/draft-changed'
      if (!isChanged || attempt === triesMax) throw error
    }
  }
}
