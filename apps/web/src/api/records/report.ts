import type { ClinicId, Language, StudyId, StudyReportId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../call.ts'
import { recordKeys } from './keys.ts'
import { recordMutation } from './mutation.ts'

const { reports, studies } = recordKeys

export const reportQueries = {
  /** The own draft about a study. Always fetched: another computer may have saved it since. */
  draft: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...reports, 'draft', studyId],
      queryFn: ({ signal }) => call(routes.report.draft, { params: { studyId } }, { signal }),
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { showsOwnError: true },
    }),
  /** The users who also have a draft about a study. */
  others: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...reports, 'others', studyId],
      queryFn: async ({ signal }) => {
        const settings = { signal, isQuiet: true }
        const { others } = await call(routes.report.draft, { params: { studyId } }, settings)
        return others
      },
      staleTime: 0,
      // A report can be written without it.
      meta: { showsOwnError: true },
    }),
  /** The own drafts about all studies. Always fetched: they are saved without a mutation. */
  drafts: queryOptions({
    queryKey: [...reports, 'drafts'],
    queryFn: ({ signal }) => call(routes.report.drafts, {}, { signal, isQuiet: true }),
    staleTime: 0,
  }),
  versions: (studyId: StudyId) =>
    queryOptions({
      queryKey: [...reports, 'versions', studyId],
      queryFn: ({ signal }) => call(routes.report.versions, { params: { studyId } }, { signal }),
      staleTime: 0,
      meta: { showsOwnError: true },
    }),
  /** The text of a version never changes. */
  source: (id: StudyReportId) =>
    queryOptions({
      queryKey: [...reports, 'source', id],
      queryFn: ({ signal }) => call(routes.report.source, { params: { id } }, { signal }),
      meta: { showsOwnError: true },
    }),
  measurements: (studyId: StudyId, language: Language) =>
    queryOptions({
      queryKey: [...reports, 'measurements', studyId, language],
      queryFn: ({ signal }) =>
        call(
          routes.report.measurements,
          { params: { studyId }, query: { language } },
          { signal, isQuiet: true },
        ),
    }),
  settings: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...reports, 'settings', clinicId],
      queryFn: ({ signal }) =>
        call(routes.report.settings, { query: { ClinicId: clinicId } }, { signal }),
    }),
  templates: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...reports, 'templates', clinicId],
      queryFn: ({ signal }) =>
        call(routes.report.templates, { query: { ClinicId: clinicId } }, { signal }),
    }),
  macros: (clinicId: ClinicId) =>
    queryOptions({
      queryKey: [...reports, 'macros', clinicId],
      queryFn: ({ signal }) =>
        call(routes.report.macros, { query: { ClinicId: clinicId } }, { signal }),
    }),
}

export const reportMutations = {
  /** A version is a document of its study. */
  create: recordMutation(routes.report.create, {
    makesStale: [studies, [...reports, 'versions']],
    isRefetchAwaited: false,
  }),
  discardDraft: recordMutation(routes.report.discardDraft, {
    makesStale: [[...reports, 'drafts']],
  }),
  saveSettings: recordMutation(routes.report.saveSettings, { makesStale: [reports] }),
  removeLogo: recordMutation(routes.report.removeLogo, { makesStale: [reports] }),
  addTemplate: recordMutation(routes.report.addTemplate, { makesStale: [reports] }),
  updateTemplate: recordMutation(routes.report.updateTemplate, { makesStale: [reports] }),
  removeTemplate: recordMutation(routes.report.removeTemplate, { makesStale: [reports] }),
  addMacro: recordMutation(routes.report.addMacro, { makesStale: [reports] }),
  updateMacro: recordMutation(routes.report.updateMacro, { makesStale: [reports] }),
  removeMacro: recordMutation(routes.report.removeMacro, { makesStale: [reports] }),
  addClinicMacro: recordMutation(routes.report.addClinicMacro, { makesStale: [reports] }),
  updateClinicMacro: recordMutation(routes.report.updateClinicMacro, { makesStale: [reports] }),
  removeClinicMacro: recordMutation(routes.report.removeClinicMacro, { makesStale: [reports] }),
}
