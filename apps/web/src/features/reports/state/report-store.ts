import type { ImageCount, ReportDocument, ReportPage } from '@talus/report/document'
import type { BlockPosition } from '@talus/report/layout'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import {
  addPage,
  changePage,
  continueOnNewPage,
  createPage,
  findPageIndex,
  mayAddPage,
  movePage,
  removePage,
} from './report-changes.ts'

export interface ReportState {
  readonly report: ReportDocument
  /** The page that is being edited; none after it was pressed again. */
  readonly activeId: string | undefined
  /** The page as it would be after the change that did not fit. */
  readonly refused: ReportPage | undefined
  /** Changes when the text of the active page was replaced by something other than its editor. */
  readonly revision: number
  /** The caret goes here when the editor of the active page is created. */
  readonly caret: Caret
}

/** The start or the end of the text, or an offset in one of its blocks. */
export type Caret =
  | 'start'
  | 'end'
  | { readonly position: BlockPosition; readonly offset: number; readonly length: number }

export interface ReportActions {
  readonly change: (id: string, change: (page: ReportPage) => ReportPage) => boolean
  /** As `change`, for a change of the text that its editor does not know. */
  readonly rewrite: (id: string, change: (page: ReportPage) => ReportPage) => boolean
  readonly refuse: (page: ReportPage) => void
  readonly dismissRefusal: () => void
  readonly continueOnNewPage: () => boolean
  readonly toggle: (id: string) => void
  readonly activate: (id: string | undefined, caret?: Caret) => void
  readonly addPage: (imageCount: ImageCount) => string | undefined
  readonly removePage: (id: string) => void
  readonly restorePage: (page: ReportPage, at: number) => void
  readonly movePage: (id: string, by: 1 | -1) => boolean
  readonly replace: (report: ReportDocument) => void
}

export interface ReportStore extends Store<ReportState> {
  readonly actions: ReportActions
}

/** The report that is being written. */
export function createReportStore(report: ReportDocument, createId: () => string): ReportStore {
  const store = createStore<ReportState>({
    report,
    activeId: report.pages[0]?.id,
    refused: undefined,
    revision: 0,
    caret: 'end',
  })
  const { get, set } = store
  const apply = (
    id: string,
    change: (page: ReportPage) => ReportPage,
    isRewritten: boolean,
  ): boolean => {
    const result = changePage(get().report, id, change)
    if (result.isRefused) {
      set((now) => ({ ...now, refused: result.page }))
      return false
    }
    set((now) => ({
      ...now,
      report: result.report,
      refused: undefined,
      revision: isRewritten ? now.revision + 1 : now.revision,
    }))
    return true
  }
  const actions: ReportActions = {
    change: (id, change) => apply(id, change, false),
    rewrite: (id, change) => apply(id, change, true),
    refuse: (refused) => set((now) => ({ ...now, refused })),
    dismissRefusal: () => set((now) => ({ ...now, refused: undefined })),
    continueOnNewPage: () => {
      const { report: before, refused } = get()
      const next = refused && continueOnNewPage(before, refused, createId)
      if (!refused || !next) return false
      const last = findPageIndex(next, refused.id) + next.pages.length - before.pages.length
      set((now) => ({
        ...now,
        report: next,
        refused: undefined,
        activeId: next.pages[last]?.id,
        revision: now.revision + 1,
        caret: 'end',
      }))
      return true
    },
    toggle: (id) =>
      set((now) => ({ ...now, activeId: now.activeId === id ? undefined : id, caret: 'end' })),
    activate: (activeId, caret = 'end') =>
      set((now) => (now.activeId === activeId ? now : { ...now, activeId, caret })),
    addPage: (imageCount) => {
      const { report: before, activeId } = get()
      if (!mayAddPage(before)) return undefined
      const page = createPage(createId(), imageCount)
      set((now) => ({
        ...now,
        report: addPage(before, page, activeId),
        activeId: page.id,
        refused: undefined,
        caret: 'start',
      }))
      return page.id
    },
    removePage: (id) => {
      const { report: before, activeId } = get()
      const index = findPageIndex(before, id)
      const next = removePage(before, id)
      const neighbour = next.pages[Math.min(index, next.pages.length - 1)]?.id
      set((now) => ({
        ...now,
        report: next,
        refused: undefined,
        activeId: activeId === id ? neighbour : activeId,
      }))
    },
    restorePage: (page, at) =>
      set((now) => ({
        ...now,
        report: { ...now.report, pages: now.report.pages.toSpliced(at, 0, page) },
        activeId: page.id,
      })),
    movePage: (id, by) => {
      const next = movePage(get().report, id, by)
      if (next) set((now) => ({ ...now, report: next }))
      return next !== undefined
    },
    replace: (next) =>
      set((now) => ({
        report: next,
        activeId: next.pages[0]?.id,
        refused: undefined,
        revision: now.revision + 1,
        caret: 'end',
      })),
  }
  return { ...store, actions }
}
