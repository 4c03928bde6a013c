import type {
  ReportLanguage,
  Body,
  ImageCount,
  ImageSlot,
  ReportDocument,
  ReportPage,
} from '@talus/report/document'
import type { BlockPosition } from '@talus/report/layout'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import { withCollectedImage } from './collect-image.ts'
import {
  withLanguage,
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
  /** The last change, unless it was one of the text: the editor undoes that itself. */
  readonly step: ReportStep | undefined
}

/** Exactly one step back or forward. */
interface ReportStep {
  readonly undo?: ReportDocument
  readonly redo?: ReportDocument
  /** Changes of the same kind that follow each other quickly are one step. */
  readonly kind: string | undefined
  readonly changedAt: number
}

const joinMs = 500

/** The start or the end of the text, an offset in one of its blocks, or positions of the editor. */
export type Caret =
  | 'start'
  | 'end'
  | { readonly position: BlockPosition; readonly offset: number; readonly length: number }
  | { readonly from: number; readonly to: number }

export interface ReportActions {
  /** Changes a page; `kind` joins quick changes, e.g. of its title, to one step of undo. */
  readonly change: (id: string, change: (page: ReportPage) => ReportPage, kind?: string) => boolean
  /** A change of the text by its editor, which also undoes it. */
  readonly changeText: (id: string, body: Body) => boolean
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
  /** False if a page would be too full in this language. */
  readonly setLanguage: (language: ReportLanguage) => boolean
  /** Adds images that the viewer has put into the draft; false if the report is full. */
  readonly collect: (slots: readonly ImageSlot[]) => boolean
  /** Takes the last change back, or makes it again; false if it was one of the text. */
  readonly go: (direction: 'undo' | 'redo', caret?: Caret) => boolean
}

export interface ReportStore extends Store<ReportState> {
  readonly actions: ReportActions
}

const recordStep = ({ report: before, step }: ReportState, kind?: string): ReportStep => {
  const changedAt = Date.now()
  const isJoined = kind !== undefined && kind === step?.kind && changedAt - step.changedAt < joinMs
  return { undo: (isJoined ? step.undo : undefined) ?? before, kind, changedAt }
}

function withCollectedImages(
  report: ReportDocument,
  slots: readonly ImageSlot[],
  createId: () => string,
): ReportDocument | undefined {
  let next: ReportDocument | undefined = report
  for (const slot of slots)
    next = next && withCollectedImage(next, (index) => ({ ...slot, index }), createId)
  return next
}

/** The neighbour of a removed page becomes the active one. */
function withoutPage(now: ReportState, id: string): ReportState {
  const index = findPageIndex(now.report, id)
  const report = removePage(now.report, id)
  const neighbour = report.pages[Math.min(index, report.pages.length - 1)]?.id
  return {
    ...now,
    report,
    refused: undefined,
    activeId: now.activeId === id ? neighbour : now.activeId,
    step: recordStep(now),
  }
}

/** The state after a step back or forward. */
function takeStep(now: ReportState, direction: 'undo' | 'redo', caret: Caret): ReportState {
  const { step, activeId } = now
  const target = step?.[direction]
  if (!target) return now
  const isActiveKept = target.pages.some(({ id }) => id === activeId)
  return {
    report: target,
    activeId: isActiveKept || activeId === undefined ? activeId : target.pages.at(-1)?.id,
    refused: undefined,
    // The editor starts again, without the steps before this one.
    revision: now.revision + 1,
    caret: isActiveKept ? caret : 'end',
    step: { [direction === 'undo' ? 'redo' : 'undo']: now.report, kind: undefined, changedAt: 0 },
  }
}

/** The report that is being written. */
export function createReportStore(report: ReportDocument, createId: () => string): ReportStore {
  const store = createStore<ReportState>({
    report,
    activeId: report.pages[0]?.id,
    refused: undefined,
    revision: 0,
    caret: 'end',
    step: undefined,
  })
  const { get, set } = store
  const apply = (
    id: string,
    change: (page: ReportPage) => ReportPage,
    by: { readonly isRewritten?: boolean; readonly isText?: boolean; readonly kind?: string },
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
      revision: by.isRewritten ? now.revision + 1 : now.revision,
      step: by.isRewritten || by.isText ? undefined : recordStep(now, by.kind),
    }))
    return true
  }
  const actions: ReportActions = {
    change: (id, change, kind) => apply(id, change, kind === undefined ? {} : { kind }),
    changeText: (id, body) => apply(id, (page) => ({ ...page, body }), { isText: true }),
    rewrite: (id, change) => apply(id, change, { isRewritten: true }),
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
        step: recordStep(now),
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
        step: recordStep(now),
      }))
      return page.id
    },
    removePage: (id) => set((now) => withoutPage(now, id)),
    restorePage: (page, at) => {
      // Undo may have restored it already.
      if (findPageIndex(get().report, page.id) !== -1) return
      set((now) => ({
        ...now,
        report: { ...now.report, pages: now.report.pages.toSpliced(at, 0, page) },
        activeId: page.id,
        step: recordStep(now),
      }))
    },
    movePage: (id, by) => {
      const next = movePage(get().report, id, by)
      if (next) set((now) => ({ ...now, report: next, step: recordStep(now) }))
      return next !== undefined
    },
    replace: (next) =>
      set((now) => ({
        report: next,
        activeId: next.pages[0]?.id,
        refused: undefined,
        revision: now.revision + 1,
        caret: 'end',
        step: undefined,
      })),
    setLanguage: (language) => {
      const next = withLanguage(get().report, language)
      if (next)
        set((now) => ({ ...now, report: next, revision: now.revision + 1, step: recordStep(now) }))
      return next !== undefined
    },
    collect: (slots) => {
      const next = withCollectedImages(get().report, slots, createId)
      if (next) set((now) => ({ ...now, report: next, step: undefined }))
      return next !== undefined
    },
    go: (direction, caret = 'end') => {
      if (!get().step) return false
      set((now) => takeStep(now, direction, caret))
      return true
    },
  }
  return { ...store, actions }
}
