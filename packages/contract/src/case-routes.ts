import { z } from 'zod'
import { attachmentForm, caseForm, jsonField } from './case-form.ts'
import { CaseTicket, caseReportRoutes } from './case-report.ts'
import { caseMacroRoutes } from './case-macros.ts'
import { caseNoticeRoutes } from './case-notices.ts'
import { caseStatisticsRoutes } from './case-statistics.ts'
import { caseWorkRoutes } from './case-work.ts'
import { CaseStatus } from './codes.ts'
import { caseStatus } from './enumerations.ts'
import { countedText, emptyAsAbsent, multilineText } from './fields.ts'
import { CaseFileId, CaseId, ClinicId, EmailConfigId, StudyId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { createLongPageSchema, createPageQuery } from './paging.ts'
import {
  CaseDetail,
  CaseFile,
  CaseFindings,
  CaseRow,
  CaseStat,
  EarlierReport,
  RadCase,
} from './rad-case.ts'
import { defineRoute } from './route.ts'

const byCase = z.object({ id: CaseId })
const read = { method: 'GET', needs: 'case.read', clinic: 'cases' } as const

const ListedStatus = emptyAsAbsent(CaseStatus).transform((status) => status ?? caseStatus.available)
export const caseSorts = ['due', 'submitOn', 'patientName', 'priority', 'caseNumber'] as const

const readRoutes = {
  list: defineRoute({
    ...read,
    path: '/radcase/cases',
    summary: 'The first cases of a status: by due time, finished ones by their date',
    query: z.object({ status: ListedStatus, clinicId: emptyAsAbsent(ClinicId) }),
    response: z.array(CaseRow),
  }),
  page: defineRoute({
    ...read,
    path: '/radcase/cases/page',
    summary:
      'A page of the cases of a status, searched by number, patient, clinic and veterinarian',
    query: z.object({
      ...createPageQuery(caseSorts),
      status: ListedStatus,
      clinicId: emptyAsAbsent(ClinicId),
    }),
    response: createLongPageSchema(CaseRow),
  }),
  stat: defineRoute({
    ...read,
    path: '/radcase/cases/stat',
    summary: 'How many cases each status has',
    response: z.array(CaseStat),
  }),
  one: defineRoute({
    ...read,
    path: '/radcase/:id',
    summary: 'One case',
    params: byCase,
    response: CaseDetail,
  }),
  clinicName: defineRoute({
    ...read,
    path: '/radcase/getClinicName/:id',
    summary: 'The name of the clinic that submitted the case',
    params: byCase,
    response: z.object({ clinicName: z.string() }),
  }),
  ofStudy: defineRoute({
    method: 'GET',
    path: '/radcase/getByStudy/:studyId',
    summary: 'The cases of a study, the newest first; a draft among them fills Create Case',
    needs: 'case.create',
    clinic: 'cases',
    params: z.object({ studyId: StudyId }),
    response: z.array(CaseRow),
  }),
  earlierReports: defineRoute({
    method: 'GET',
    path: '/radcase/earlierReports/:studyId',
    summary: 'The newest report of each earlier study of the patient, which a case can attach',
    needs: 'case.create',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: z.array(EarlierReport),
  }),
}

const fileRoutes = {
  files: defineRoute({
    ...read,
    path: '/radcase/fileIds/:caseId',
    summary: 'The files of a case',
    params: z.object({ caseId: CaseId }),
    response: z.array(CaseFile),
  }),
  file: defineRoute({
    ...read,
    path: '/radcase/file/:id',
    summary: 'One file of a case',
    params: z.object({ id: CaseFileId }),
    produces: 'application/octet-stream',
  }),
  createFileTicket: defineRoute({
    method: 'POST',
    path: '/radcase/file/:id/ticket',
    summary: 'Create a ticket that opens a file of a case once within a minute',
    needs: 'case.read',
    clinic: 'cases',
    params: z.object({ id: CaseFileId }),
    response: CaseTicket,
  }),
  openedFile: defineRoute({
    method: 'GET',
    path: '/radcase/file/ticket/:ticket',
    summary: 'The file of a ticket; a new tab cannot send the token of a session',
    needs: 'nothing',
    clinic: 'none',
    params: z.object({ ticket: z.string().regex(/^[\w-]{43}$/u) }),
    query: z.object({ save: z.enum(['0', '1']).optional() }),
    produces: 'application/octet-stream',
  }),
  addFiles: defineRoute({
    method: 'POST',
    path: '/radcase/:id/files',
    summary: 'Add attachments to a case',
    needs: 'case.read',
    clinic: 'cases',
    params: byCase,
    form: {
      ...attachmentForm,
      fields: z.object({}),
      files: { files: { ...attachmentForm.files.files, min: 1 } },
    },
    response: z.array(CaseFile),
  }),
  removeFile: defineRoute({
    method: 'DELETE',
    path: '/radcase/file/:id',
    summary:
      'Remove an own file of a draft or of an unfinished report; returns those that are left',
    needs: 'case.read',
    clinic: 'cases',
    params: z.object({ id: CaseFileId }),
    response: z.array(CaseFile),
  }),
  cropAndSave: defineRoute({
    method: 'POST',
    path: '/radcase/cropAndSave',
    summary: 'Add a cropped image to a case',
    needs: 'case.answer',
    clinic: 'cases',
    form: {
      ...attachmentForm,
      fields: z.object({ caseId: CaseId }),
      files: { files: { ...attachmentForm.files.files, min: 1 } },
    },
    response: z.array(CaseFile),
  }),
}

const create = {
  method: 'POST',
  needs: 'case.create',
  clinic: 'reach',
  form: caseForm,
  response: RadCase,
} as const
const submit = { ...create, summary: 'Send a case to the radiologists' } as const
const save = { ...create, summary: 'Save a case as a draft' } as const

/** The actions of the specification; `case-transitions.ts` says who may do each in which status. */
const actionRoutes = {
  submit: defineRoute({ ...submit, path: '/radcase/submit' }),
  submitCase: defineRoute({ ...submit, path: '/radcase/submitCase' }),
  save: defineRoute({ ...save, path: '/radcase/save' }),
  saveCase: defineRoute({ ...save, path: '/radcase/saveCase' }),
  /** With the own id it is `take`, with another one `assign`. */
  take: defineRoute({
    method: 'POST',
    path: '/radcase/take',
    summary: 'Take a case, or give it to a radiologist',
    needs: 'case.read',
    clinic: 'cases',
    form: {
      fields: z.object({ caseId: jsonField(CaseId), radiologistId: jsonField(UserId) }),
      fieldBytes: limits.formFieldBytes,
      files: {},
      fileBytes: 0,
    },
    response: RadCase,
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/radcase/cancel',
    summary: 'Cancel a case',
    needs: 'case.cancel',
    clinic: 'cases',
    body: z.object({
      caseId: CaseId,
      reason: countedText(limits.caseReasonMax).pipe(z.string().trim().min(1, 'field/required')),
    }),
    response: RadCase,
  }),
  /** A request of the radiologist (`requestMore`), or the clinic's answer (`answer`). */
  requestMore: defineRoute({
    method: 'POST',
    path: '/radcase/requestmore',
    summary: 'Ask the clinic for more, or answer',
    needs: 'case.read',
    clinic: 'cases',
    body: z.object({
      caseId: CaseId,
      notes: multilineText(limits.caseMessageMax).pipe(z.string().min(1, 'field/required')),
      isRadiologist: z.boolean().optional(),
      /** The mailbox of the case's clinic that sends the question; the server's own if null. */
      configId: z
        .union([z.literal('').transform(() => null), EmailConfigId])
        .nullable()
        .optional(),
    }),
    response: RadCase,
  }),
  radiologistSubmit: defineRoute({
    method: 'POST',
    path: '/radcase/radiologistSubmit',
    summary: 'Answer a case with findings',
    needs: 'case.answer',
    clinic: 'cases',
    form: {
      ...attachmentForm,
      fields: CaseFindings.extend({
        caseId: CaseId,
        /** The draft that the page shows; one that was changed since is not submitted. */
        draftVersion: z.coerce.number<number | string>().int().nonnegative().optional(),
      }),
    },
    response: RadCase,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/radcase/deletecase/:id',
    summary: 'Delete a case (softly)',
    needs: 'case.delete',
    clinic: 'reach',
    params: byCase,
  }),
}

/** Cases cross clinics by design: the rule `cases` bounds a radiologist to offered and own ones. */
export const radCaseRoutes = {
  ...readRoutes,
  ...fileRoutes,
  ...caseReportRoutes,
  ...actionRoutes,
  ...caseWorkRoutes,
  ...caseStatisticsRoutes,
  ...caseNoticeRoutes,
  ...caseMacroRoutes,
}
