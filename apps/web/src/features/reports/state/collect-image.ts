import { routes } from '@talus/contract/routes'
import type { StudyId } from '@talus/contract'
import { ReportDocument } from '@talus/report/document'
import type { ImageSlot } from '@talus/report/document'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { addPage, changePage, createPage, mayAddPage } from './report-changes.ts'
import { addImage } from './slots.ts'

/**
 * Adds an image to the last page, or to a new one if that has no place for it. Undefined if the
 * report has as many pages as it may have.
 */
export function withCollectedImage(
  report: ReportDocument,
  createSlot: (index: number) => ImageSlot,
  createId: () => string,
): ReportDocument | undefined {
  const last = report.pages.at(-1)
  const next = last && addImage(last, createSlot)
  const changed = next && changePage(report, next.id, () => next)
  if (changed && !changed.isRefused) return changed.report
  if (!mayAddPage(report)) return undefined
  const page = addImage(createPage(createId()), createSlot)
  return page && addPage(report, page)
}

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
