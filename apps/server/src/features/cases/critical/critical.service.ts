import { formatPatientName, getCaseReach, refuse } from '@talus/contract'
import type {
  CaseId,
  CriticalFindingId,
  Language,
  RadCase,
  RegisteredPatient,
} from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { getTranslator } from '../../../http/translations.ts'
import { addCaseReportJob } from '../case-report/report-job.ts'
import { changeCase, requireCaseFor } from '../flow/change-case.ts'
import type { CaseContext, StoredCase } from '../flow/change-case.ts'
import { toSentCase } from '../flow/to-case.ts'
import { findUserNames } from '../stored/user-names.ts'
import { compareIdentity } from '../stored/registered-patient.ts'
import { isRestricted } from '../stored/restricted-case.ts'
import * as queries from '../stored/critical.queries.ts'

/**
 * Adds a critical finding; those before it stay, and each is acknowledged on its own. The same text
 * of the same author, while it waits, is a request that was repeated.
 */
export async function reportCritical(
  context: CaseContext,
  caseId: CaseId,
  text: string,
): Promise<RadCase> {
  const found = await requireCaseFor(context, caseId, 'reportCritical')
  const isRepeated = async (db: ClinicDb) =>
    (await queries.listOfCase(db, caseId)).some(
      (one) =>
        one.text === text && one.authorId === context.actor.id && one.acknowledgedOn === null,
    )
  if (await isRepeated(context.db)) return toSentCase(found)
  return changeCase(context, caseId, 'reportCritical', async (radCase, now, db) => {
    if (await isRepeated(db)) refuse('record/changed-meanwhile')
    const createdOn = now.toISOString()
    const { clinicId } = radCase
    return {
      set: { criticalText: text, criticalOn: createdOn, ...notAcknowledged },
      note: text,
      notices: ['critical'],
      write: async (db) => {
        const authorId = context.actor.id
        await queries.insertFinding(db.unscopedDb, { caseId, clinicId, text, authorId, createdOn })
        await addRevisionJob({ ...context, db }, radCase, `critical ${createdOn}`)
      },
    }
  })
}

const notAcknowledged = { acknowledgedOn: null, acknowledgedById: null } as const

/** A report that was sent before gets a PDF with the change. */
async function addRevisionJob(
  { db, clock }: Pick<CaseContext, 'db' | 'clock'>,
  { id: caseId, clinicId, reportVersion: version }: StoredCase,
  change: string,
): Promise<void> {
  if (version === 0) return
  await addCaseReportJob(db.unscopedDb, { caseId, clinicId, version }, { clock, change })
}

/** The first user who acknowledges a finding is named; for the others nothing is left to do. */
export async function acknowledge(
  context: CaseContext,
  caseId: CaseId,
  findingId: CriticalFindingId,
): Promise<RadCase> {
  const found = await requireCaseFor(context, caseId, 'acknowledge')
  const requireFinding = async (db: ClinicDb) => {
    const findings = await queries.listOfCase(db, caseId)
    const finding = findings.find(({ id }) => id === findingId) ?? refuse('record/not-found')
    const others = findings.filter(({ id }) => id !== findingId)
    return { finding, isLast: others.every(({ acknowledgedOn }) => acknowledgedOn !== null) }
  }
  const { finding } = await requireFinding(context.db)
  if (finding.acknowledgedOn !== null) return toSentCase(found)
  return changeCase(context, caseId, 'acknowledge', async (radCase, now, db) => {
    const { finding, isLast } = await requireFinding(db)
    if (finding.acknowledgedOn !== null) refuse('record/changed-meanwhile')
    const by = { acknowledgedOn: now.toISOString(), acknowledgedById: context.actor.id }
    return {
      // The case counts as acknowledged once all of its findings are.
      set: isLast ? by : notAcknowledged,
      note: finding.text,
      notices: ['acknowledged'],
      write: async (db) => {
        await queries.setAcknowledged(db.unscopedDb, findingId, by)
        await addRevisionJob({ ...context, db }, radCase, `acknowledged ${String(findingId)}`)
      },
    }
  })
}

function formatRegistered(language: Language, { name, patientId: number }: RegisteredPatient) {
  return [formatPatientName(getTranslator(language), name, { number }), number].join(', ')
}

/** The findings that the clinic has not acknowledged, the oldest first. */
export async function listOpenFindings({
  db,
  actor,
  language,
}: Pick<CaseContext, 'db' | 'actor' | 'language'>) {
  const reach = getCaseReach(actor)
  const rows = (await queries.listOpen(db)).filter((row) => !isRestricted(reach, row))
  const getName = await findUserNames(
    db.unscopedDb,
    rows.map(({ authorId }) => authorId),
  )
  return rows.map((row) => {
    const { id, caseId, clinicId, patientName, text, createdOn } = row
    const { registeredPatient, otherIdentity } = compareIdentity(row)
    const registeredAs =
      registeredPatient && otherIdentity.length > 0
        ? formatRegistered(language, registeredPatient)
        : ''
    const authorName = getName(row.authorId)
    return { id, caseId, clinicId, patientName, registeredAs, text, createdOn, authorName }
  })
}
