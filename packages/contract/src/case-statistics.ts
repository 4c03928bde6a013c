import { z } from 'zod'
import { CaseStatus } from './codes.ts'
import { caseModalities, casePriorities } from './enumerations.ts'
import { Day, emptyAsAbsent } from './fields.ts'
import { CaseId, ClinicId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { CaseRow } from './rad-case.ts'
import { defineRoute } from './route.ts'

/** The filters of the statistics page; the days are those of the time zone. */
const filters = {
  /** The time zone of the days, such as America/St_Johns; UTC without it. */
  timeZone: z.string().max(64).optional(),
  status: emptyAsAbsent(CaseStatus),
  modality: emptyAsAbsent(z.enum(caseModalities)),
  priority: emptyAsAbsent(z.enum(casePriorities)),
  submitdateFrom: emptyAsAbsent(Day),
  submitdateTo: emptyAsAbsent(Day),
  clinicId: emptyAsAbsent(ClinicId),
}

const Count = z.int().nonnegative()

/** Figures of the submitted cases of a filter, without tests. */
export const CaseStatistics = z.object({
  total: Count,
  /** By the day of submission, in order. */
  byDay: z.array(z.object({ day: Day, count: Count })),
  byStatus: z.array(z.object({ status: CaseStatus, count: Count })),
  byModality: z.array(z.object({ modality: z.enum(caseModalities), count: Count })),
  byPriority: z.array(z.object({ priority: z.enum(casePriorities), count: Count })),
  byRadiologist: z.array(z.object({ radiologistId: UserId, name: z.string(), count: Count })),
  /** Finalized cases, on which the figures below are based. */
  reported: Count,
  /** From submission to report without the pauses; null without a reported case. */
  turnaroundMedianMs: z.number().nonnegative().nullable(),
  turnaroundP90Ms: z.number().nonnegative().nullable(),
  /** The share of reports that came in time, from 0 to 1. */
  inTimeShare: z.number().min(0).max(1).nullable(),
  questions: Count,
  questionsPerCase: z.number().nonnegative().nullable(),
  /** Cases in which the clinic has answered a question. */
  answeredCases: Count,
})
export type CaseStatistics = z.output<typeof CaseStatistics>

const read = { method: 'GET', needs: 'case.read', clinic: 'cases' } as const

export const caseStatisticsRoutes = {
  reportStat: defineRoute({
    ...read,
    path: '/radcase/cases/reportstat',
    summary: 'Cases for the statistics page, the newest first, without tests',
    query: z.object({
      ...filters,
      /** The numbers of selected cases, separated by commas; the other filters are ignored. */
      ids: z
        .string()
        .transform((text): (string | number)[] => text.split(','))
        .pipe(z.array(CaseId).max(limits.invoicedCasesMax))
        .optional(),
    }),
    response: z.array(CaseRow),
  }),
  statistics: defineRoute({
    ...read,
    path: '/radcase/cases/statistics',
    summary: 'Volumes, turnaround, questions and the share in time of the cases of a filter',
    query: z.object(filters),
    response: CaseStatistics,
  }),
}
