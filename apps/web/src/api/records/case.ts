import type { CaseDraft, CaseId, ImageId, RouteRequest, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callForFile } from '../call.ts'
import { uploadForm } from '../upload.ts'
import type { UploadProgress } from '../upload.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'
import type { PageQuery } from './page-query.ts'

const { cases, studies } = recordKeys

export type CasePageParams = PageQuery<typeof routes.radCase.page>
export type CaseFilterParams = PageQuery<typeof routes.radCase.statistics>

export const caseQueries = {
  page: (query: CasePageParams) =>
    queryOptions({
      queryKey: [...cases, 'page', query],
      queryFn: ({ signal }) => call(routes.radCase.page, { query }, { signal }),
      placeholderData: keepPreviousData,
      // The page says so in place of the list; no dialog interrupts the reader.
      meta: { showsOwnError: true },
    }),
  /** How many cases each status has. */
  counts: queryOptions({
    queryKey: [...cases, 'counts'],
    queryFn: ({ signal }) => call(routes.radCase.stat, {}, { signal, isQuiet: true }),
    // The tabs are shown without numbers.
    meta: { showsOwnError: true },
  }),
  one: (id: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'one', id],
      queryFn: ({ signal }) => call(routes.radCase.one, { params: { id } }, { signal }),
      meta: { showsOwnError: true },
    }),
  files: (caseId: CaseId) =>
    queryOptions({
      queryKey: [...cases, 'files', caseId],
      queryFn: ({ signal }) => call(routes.radCase.files, { params: { caseId } }, { signal }),
      // The page of the case says that it is out of reach.
      meta: { hidesNotFound: true },
    }),
  /** Always fetched: another computer may have saved a draft since. */
  ofStudy: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...cases, 'of-study', studyId],
      queryFn: ({ signal }) => call(routes.radCase.ofStudy, { params: { studyId } }, { signal }),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { showsOwnError: true },
    }),
  /** The newest report of each earlier study of the patient. */
  earlierReports: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...cases, 'earlier-reports', studyId],
      queryFn: ({ signal }) =>
        call(routes.radCase.earlierReports, { params: { studyId } }, { signal }),
      meta: { showsOwnError: true },
    }),
  radiologists: queryOptions({
    queryKey: [...cases, 'radiologists'],
    queryFn: ({ signal }) => call(routes.user.radiologists, {}, { signal, isQuiet: true }),
    meta: { showsOwnError: true },
  }),
  /** The rows of the statistics page. */
  figureRows: (query: CaseFilterParams) =>
    queryOptions({
      queryKey: [...cases, 'figure-rows', query],
      queryFn: ({ signal }) => call(routes.radCase.reportStat, { query }, { signal }),
      placeholderData: keepPreviousData,
      meta: { showsOwnError: true },
    }),
  /** The rows of selected cases; of a colleague's case it is the row of the list. */
  selected: (ids: readonly CaseId[]) =>
    queryOptions({
      queryKey: [...cases, 'selected', ids],
      queryFn: ({ signal }) =>
        call(routes.radCase.reportStat, { query: { ids: ids.join(',') } }, { signal }),
      enabled: ids.length > 0,
      meta: { showsOwnError: true },
    }),
  figures: (query: CaseFilterParams) =>
    queryOptions({
      queryKey: [...cases, 'figures', query],
      queryFn: ({ signal }) => call(routes.radCase.statistics, { query }, { signal }),
      placeholderData: keepPreviousData,
      meta: { showsOwnError: true },
    }),
}

/** The study list shows the status of a case. */
const makesStale = [cases, studies]

/** The request of the form of Create Case. */
export interface SentCase {
  readonly model: z.input<typeof CaseDraft>
  readonly imageIds: readonly ImageId[]
  /** Reports of earlier studies. */
  readonly reportIds: readonly ImageId[]
  readonly newBreed: string
  /** A request that is repeated with the same key makes no second case. */
  readonly key: string
  readonly files: readonly File[]
}

const toForm = ({ model, imageIds, reportIds, newBreed, key, files }: SentCase) => ({
  fields: {
    model: JSON.stringify(model),
    imageIds: JSON.stringify(imageIds),
    reportIds: JSON.stringify(reportIds),
    ...(newBreed !== '' && { newBreed }),
    key,
  },
  files: { files },
})

export const caseMutations = {
  save: mutationOptions({
    mutationFn: (sent: SentCase & UploadProgress) =>
      uploadForm(routes.radCase.saveCase, toForm(sent), sent),
    meta: { makesStale, isRefetchAwaited: false },
  }),
  submit: mutationOptions({
    mutationFn: (sent: SentCase & UploadProgress) =>
      uploadForm(routes.radCase.submitCase, toForm(sent), sent),
    meta: { makesStale, isRefetchAwaited: false },
  }),
  /** The form keeps the version of its draft, so that changes of others are still noticed. */
  removeFile: recordMutation(routes.radCase.removeFile, { makesStale: [[...cases, 'files']] }),
  take: recordMutation(routes.radCase.take, { makesStale }),
  assign: recordMutation(routes.radCase.assign, { makesStale }),
  release: recordMutation(routes.radCase.release, { makesStale }),
  cancel: recordMutation(routes.radCase.cancel, { makesStale }),
  reopen: recordMutation(routes.radCase.reopen, { makesStale }),
  remove: recordMutation(routes.radCase.remove, { makesStale }),
  markAsTest: recordMutation(routes.radCase.markAsTest, { makesStale }),
}

/** The newest version of the report of a finalized case. */
export const loadCaseReport = (request: RouteRequest<typeof routes.radCase.report>) =>
  callForFile(routes.radCase.report, request)
