import { z } from 'zod'
import { Instant } from './fields.ts'
import { CaseId, CaseNoticeId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

export const caseNoticeKinds = [
  'submitted',
  'taken',
  'assigned',
  'reassigned',
  'released',
  'question',
  'answer',
  'message',
  'final',
  'addendum',
  'cancelled',
  'reopened',
  'critical',
  'acknowledged',
  'due-soon',
  'overdue',
] as const
export type CaseNoticeKind = (typeof caseNoticeKinds)[number]

const clinic = ['clinic'] as const
const radiologist = ['radiologist'] as const
const both = ['clinic', 'radiologist'] as const

/** The side that a kind of notice is for; the other side never gets it. */
export const noticeSides: Readonly<Record<CaseNoticeKind, readonly ('clinic' | 'radiologist')[]>> =
  {
    submitted: radiologist,
    taken: clinic,
    assigned: radiologist,
    reassigned: radiologist,
    released: radiologist,
    question: clinic,
    answer: radiologist,
    message: both,
    final: clinic,
    addendum: clinic,
    cancelled: both,
    reopened: radiologist,
    critical: clinic,
    acknowledged: radiologist,
    'due-soon': radiologist,
    overdue: radiologist,
  }

/** The kinds about a text of the thread. They are read where the thread is shown. */
export const threadNoticeKinds = ['answer', 'message'] as const satisfies readonly CaseNoticeKind[]

export const isThreadNotice = (kind: CaseNoticeKind): boolean =>
  threadNoticeKinds.some((one) => one === kind)

/** A notice has no text of its own: the page writes it in the language of its reader. */
export const CaseNotice = z.object({
  id: CaseNoticeId,
  kind: z.enum(caseNoticeKinds),
  caseId: CaseId,
  patientName: z.string(),
  /** The user who did it; empty for the clock. */
  actorName: z.string(),
  /** The radiologist to whom the case was given; set for `reassigned` only. */
  radiologistName: z.string(),
  createdOn: Instant,
  readOn: Instant.nullable(),
})
export type CaseNotice = z.output<typeof CaseNotice>

/** How a user learns of each kind; a critical finding always rings the bell. */
export const CaseNoticePreference = z.object({
  kind: z.enum(caseNoticeKinds),
  bell: z.boolean(),
  mail: z.boolean(),
})
export type CaseNoticePreference = z.output<typeof CaseNoticePreference>

const mailedKinds = new Set<CaseNoticeKind>([
  'submitted',
  'assigned',
  'reassigned',
  'question',
  'answer',
  'final',
  'addendum',
  'critical',
  'overdue',
])

/** The choice of a user who has made none. */
export const getDefaultNoticePreference = (kind: CaseNoticeKind): CaseNoticePreference => ({
  kind,
  bell: true,
  mail: mailedKinds.has(kind),
})

const UnreadNotices = z.object({
  unread: z.int().nonnegative(),
  /** The unread notices about a text of the thread. */
  unreadInThread: z.int().nonnegative(),
})

/** Notices belong to the user, not to a clinic: radiologists have none. */
const own = { needs: 'case.read', clinic: 'cases' } as const

export const caseNoticeRoutes = {
  notices: defineRoute({
    ...own,
    method: 'GET',
    path: '/radcase/notices',
    summary: 'The newest own notices about cases, and how many are unread',
    query: z.object({
      limit: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(limits.listedNotices)
        .default(limits.listedNotices),
    }),
    response: z.object({ notices: z.array(CaseNotice), unread: z.int().nonnegative() }),
  }),
  unreadNotices: defineRoute({
    ...own,
    method: 'GET',
    path: '/radcase/notices/unread',
    summary: 'How many own notices are unread: all, or those of a case',
    keepsExpiry: true,
    query: z.object({ caseId: CaseId.optional() }),
    response: UnreadNotices,
  }),
  readNotices: defineRoute({
    ...own,
    method: 'POST',
    path: '/radcase/notices/read',
    summary:
      'Mark own notices as read: the listed ones, those of a case, those of some kinds, or all',
    body: z.object({
      ids: z.array(CaseNoticeId).max(limits.listedNotices).optional(),
      caseId: CaseId.optional(),
      kinds: z.array(z.enum(caseNoticeKinds)).max(caseNoticeKinds.length).optional(),
    }),
    response: UnreadNotices,
  }),
  noticePreferences: defineRoute({
    ...own,
    method: 'GET',
    path: '/radcase/notices/preferences',
    summary: 'How the user learns of each kind of notice',
    response: z.array(CaseNoticePreference),
  }),
  saveNoticePreferences: defineRoute({
    ...own,
    method: 'PUT',
    path: '/radcase/notices/preferences',
    summary: 'Choose how to learn of kinds of notices',
    body: z.object({
      preferences: z.array(CaseNoticePreference).max(caseNoticeKinds.length),
    }),
    response: z.array(CaseNoticePreference),
  }),
}
