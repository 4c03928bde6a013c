import type { CaseFileId, CaseFindings, CaseId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { buildUrl, call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { cases } = recordKeys

/** The page of the case says that it is out of reach, once for all of its parts. */
const partOfCase = { hidesNotFound: true } as const

/** The queries of everything that belongs to one case; `case.ts` has the case itself. */
const openCases = (status: 2 | 3) =>
  queryOptions({
    queryKey: [...cases, 'open', status],
    queryFn: ({ signal }) =>
      call(routes.radCase.list, { query: { status } }, { signal, isQuiet: true }),
    meta: { showsOwnError: true },
  })

export const caseWorkQueries = {
  thread: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'thread', id],
      queryFn: ({ signal }) => call(routes.radCase.thread, { params: { id } }, { signal }),
      meta: partOfCase,
    }),
  history: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'history', id],
      queryFn: ({ signal }) => call(routes.radCase.history, { params: { id } }, { signal }),
      meta: partOfCase,
    }),
  /** How the case left this radiologist; an error if they still have it, or never had it. */
  loss: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'loss', id],
      queryFn: ({ signal }) =>
        call(routes.radCase.loss, { params: { id } }, { signal, isQuiet: true }),
      meta: { showsOwnError: true },
    }),
  versions: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'versions', id],
      queryFn: ({ signal }) => call(routes.radCase.versions, { params: { id } }, { signal }),
      meta: partOfCase,
    }),
  feedback: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'feedback', id],
      queryFn: ({ signal }) => call(routes.radCase.feedback, { params: { id } }, { signal }),
      meta: partOfCase,
    }),
  feedbackOfStudy: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...cases, 'feedback-of-study', studyId],
      queryFn: ({ signal }) =>
        call(routes.radCase.feedbackOfStudy, { params: { studyId } }, { signal, isQuiet: true }),
      // It is beside the image: an error would cover the work of the user.
      meta: { showsOwnError: true },
    }),
  images: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'images', id],
      queryFn: ({ signal }) => call(routes.radCase.images, { params: { id } }, { signal }),
      // The files are shown without their names.
      meta: { showsOwnError: true },
    }),
  /** The own unfinished texts. Always fetched: another computer may have saved them since. */
  findings: (id: CaseId) =>
    queryOptions({
      // Not below `cases`: a change of the case must not replace what is being typed.
      queryKey: ['case-findings', id],
      queryFn: ({ signal }) => call(routes.radCase.draft, { params: { id } }, { signal }),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { showsOwnError: true },
    }),
  /** The cases that radiologists read, by due time. */
  assigned: openCases(2),
  /** The cases in which a radiologist waits for an answer. */
  waiting: openCases(3),
}

const makesStale = [cases]

export const caseWorkMutations = {
  requestMore: recordMutation(routes.radCase.requestMore, { makesStale }),
  submitReport: recordMutation(routes.radCase.radiologistSubmit, {
    makesStale: [cases, recordKeys.studies],
    isRefetchAwaited: false,
  }),
  addImages: recordMutation(routes.radCase.addImages, { makesStale }),
  addFiles: recordMutation(routes.radCase.addFiles, { makesStale }),
  writeMessage: recordMutation(routes.radCase.writeMessage, { makesStale }),
  addAddendum: recordMutation(routes.radCase.addAddendum, { makesStale }),
  reportCritical: recordMutation(routes.radCase.reportCritical, { makesStale }),
  acknowledge: recordMutation(routes.radCase.acknowledge, { makesStale }),
  rateImage: recordMutation(routes.radCase.rateImage, { makesStale }),
  cropAndSave: recordMutation(routes.radCase.cropAndSave, { makesStale }),
}

/** Creates the address at which the browser opens or saves a file once; a new tab sends no token. */
export async function createCaseFileAddress(id: CaseFileId, use: 'show' | 'save'): Promise<string> {
  const { ticket } = await call(routes.radCase.createFileTicket, { params: { id } })
  const query = use === 'save' ? { save: '1' } : {}
  return buildUrl(routes.radCase.openedFile, { params: { ticket }, query })
}

/** Creates the address at which the browser shows the report once: the stored one, or a preview. */
export async function createReportAddress(
  id: CaseId,
  preview: CaseFindings | undefined,
): Promise<string> {
  const { ticket } = preview
    ? await call(routes.radCase.previewReport, { params: { id }, body: preview })
    : await call(routes.radCase.createReportTicket, { params: { id } })
  return buildUrl(routes.radCase.openedFile, { params: { ticket } })
}
