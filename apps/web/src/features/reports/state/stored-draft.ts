import type { PatientId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { ReportDocument } from '@talus/report/document'
import type { ImageSlot } from '@talus/report/document'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { createDraftSender } from '../../../draft-sender.ts'
import { createStore } from '../../../store.ts'
import { listCollectedImages } from './collected-images.ts'
import type { ReportStore } from './report-store.ts'

export const hasErrorCode = (error: unknown, codes: readonly string[]) =>
  error instanceof ApiError && codes.includes(error.code ?? '')

/** A save over a connection that is gone without a notice would otherwise wait for minutes. */
const answerMs = 20_000

/** Browsers send at most 64 KiB for a page that is being closed. */
const exitBytesMax = 60_000

interface StoredDraftOptions {
  readonly studyId: StudyId
  /** The version of the draft on the server, and its text. */
  readonly version: number
  readonly stored: ReportDocument | undefined
  readonly store: ReportStore
  /** The patient that the author writes for. */
  readonly getPatientId: () => PatientId
}

/** Saves the draft, and adds the images that the viewer has put into it since the last save. */
export function createStoredDraft(options: StoredDraftOptions) {
  const { studyId, version, stored, store, getPatientId } = options
  const params = { studyId }
  /** The images that were added last. */
  const collected = createStore<readonly ImageSlot[]>([])
  /** The draft of the server as this page knows it. */
  let known = { version, document: stored }
  let isLeaving = false
  const put = async (base: number, document: ReportDocument) => {
    const body = { version: base, document, patientId: getPatientId() }
    // A longer report is in the copy of the browser, which the next page saves.
    const outlivesPage =
      isLeaving && new TextEncoder().encode(JSON.stringify(body)).length < exitBytesMax
    const signal = AbortSignal.timeout(answerMs)
    const settings = { isQuiet: true, outlivesPage, signal }
    const saved = await call(routes.report.saveDraft, { params, body }, settings)
    known = { version: saved.version, document }
    return saved.version
  }
  const sender = createDraftSender<ReportDocument>({
    put,
    isSame: (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other),
  })
  /** Returns the version that the report is based on then; undefined if the user has to decide. */
  const join = async (): Promise<number | undefined> => {
    const { draft } = await call(routes.report.draft, { params }, { isQuiet: true })
    const document = ReportDocument.safeParse(draft?.document).data
    if (!draft || !document) return undefined
    if (draft.version <= known.version) return known.version
    const slots = listCollectedImages(known.version === 0 ? undefined : known.document, document)
    if (!slots || (slots.length > 0 && !store.actions.collect(slots))) return undefined
    known = { version: draft.version, document }
    if (slots.length > 0) collected.set(slots)
    return draft.version
  }
  return {
    collected,
    save: async (base: number, document: ReportDocument) => {
      try {
        return await sender.send(base, document)
      } catch (error) {
        const current = hasErrorCode(error, ['report/draft-changed']) ? await join() : undefined
        if (current === undefined) throw error
        return sender.send(current, store.get().report)
      }
    },
    join,
    /** Whether the page is being closed. */
    setLeaving: (isClosed: boolean) => {
      isLeaving = isClosed
    },
    /** The PDF is made, and its draft is gone. */
    forget: () => {
      sender.forget()
      known = { version: 0, document: undefined }
    },
  }
}
