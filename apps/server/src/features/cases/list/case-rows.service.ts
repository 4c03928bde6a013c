import { can, caseStatus, foldText, limits, refuse } from '@talus/contract'
import type { Actor, CaseDetail, CaseId, CaseRow, CaseStatus, StudyId } from '@talus/contract'
import type { RouteQuery, routes } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findUserName } from '../stored/case-state.queries.ts'
import { listFindings } from '../stored/critical-findings.ts'
import { toCase } from '../flow/to-case.ts'
import { isRestricted } from '../stored/restricted-case.ts'
import { compareIdentity } from '../stored/registered-patient.ts'
import { findUserNames } from '../stored/user-names.ts'
import * as queries from './case-rows.queries.ts'
import type { RowFilter, RowOrder } from './case-rows.queries.ts'

export interface Reader {
  readonly db: ClinicDb
  readonly actor: Actor
}

const hidden = {
  studyId: null,
  patientId: null,
  ownerId: null,
  referringVeterinarianId: null,
  ownerName: '',
  phone: '',
  address: '',
  clinicHistory: '',
  additionalNotes: '',
  findings: '',
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: '',
  notes: '',
  requestMoreInfoMessage: '',
  criticalText: '',
  cancelReason: '',
} as const

const noIdentity = { registeredPatient: null, otherIdentity: [] }

const joinName = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' ')

export async function toRows({ db }: Reader, ids: readonly CaseId[]): Promise<CaseRow[]> {
  const found = await queries.findRows(db.unscopedDb, ids)
  const open = found.filter((row) => !isRestricted(db.reach, row))
  const getAttached = await queries.listAttachedIds(
    db.unscopedDb,
    open.map(({ id }) => id),
  )
  const getName = await findUserNames(
    db.unscopedDb,
    found.flatMap((row) => [row.radiologistId, row.requestedRadiologistId]),
  )
  return found.map((row) => {
    const restricted = isRestricted(db.reach, row)
    return {
      ...toCase(row),
      ...(restricted ? hidden : {}),
      breed: row.breed ?? '',
      referringVeterinarianName: joinName(row.doctorFirstName, row.doctorLastName),
      radiologistName: getName(row.radiologistId),
      requestedRadiologistName: getName(row.requestedRadiologistId),
      ...(restricted ? noIdentity : compareIdentity(row)),
      ...getAttached(row.id),
      isRestricted: restricted,
    }
  })
}

/** Open cases by due time, so that overdue ones come first; finished ones newest first. */
const isFinished = (status: CaseStatus) =>
  status === caseStatus.draft || status === caseStatus.finalized || status === caseStatus.cancelled

const defaultOrder = (status: CaseStatus): Pick<RowOrder, 'sort' | 'desc'> =>
  isFinished(status)
    ? { sort: status === caseStatus.draft ? 'caseNumber' : 'submitOn', desc: true }
    : { sort: 'due', desc: false }

const toFilter = (
  { db, actor }: Reader,
  { status, clinicId }: Pick<RouteQuery<typeof routes.radCase.list>, 'status' | 'clinicId'>,
): RowFilter => ({
  reach: db.reach,
  status,
  clinicId,
  // Only drafts and available cases can be deleted, so the other lists need not look for them.
  withDeleted: status <= caseStatus.available && can(actor, 'case.delete'),
})

const toNamed = ({ db, actor }: Reader): Reader => ({ db: db.named, actor })

export async function listCases(
  caller: Reader,
  query: RouteQuery<typeof routes.radCase.list>,
): Promise<CaseRow[]> {
  const reader = toNamed(caller)
  const order = { ...defaultOrder(query.status), offset: 0, limit: limits.listedCases }
  const filter = toFilter(reader, query)
  return toRows(reader, await queries.listIds(reader.db.unscopedDb, filter, order))
}

export async function pageCases(caller: Reader, query: RouteQuery<typeof routes.radCase.page>) {
  const reader = toNamed(caller)
  const { unscopedDb } = reader.db
  const words = foldText(query.search)
    .split(' ')
    .filter((word) => word !== '')
  const filter = {
    ...toFilter(reader, query),
    words: await queries.findWordClinics(unscopedDb, words),
  }
  const order = {
    ...(query.sort === 'due' && query.desc === '0'
      ? defaultOrder(query.status)
      : { sort: query.sort, desc: query.desc === '1' }),
    offset: query.page * query.size,
    limit: query.size,
  }
  const ids = await queries.listIds(unscopedDb, filter, order)
  // A page that is not full is the last one. A search with few results reads every row, so that
  // counting would take as long again.
  const isLast = ids.length > 0 && ids.length < order.limit
  // PostgreSQL counts on another connection while the rows are read.
  const [rows, total] = await Promise.all([
    toRows(reader, ids),
    isLast ? order.offset + ids.length : queries.countRows(unscopedDb, filter),
  ])
  return {
    rows,
    total: Math.min(total, limits.countedRows),
    isMore: total > limits.countedRows,
  }
}

export const countCases = ({ db }: Reader) => queries.countByStatus(db.named.unscopedDb, db.reach)

/** The bounded handle decides: the case of a colleague does not exist for a radiologist. */
async function requireVisible(db: ClinicDb, id: CaseId): Promise<void> {
  const found = await db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.id', '=', id)
    .executeTakeFirst()
  if (!found) refuse('record/not-found')
}

export async function readCase(reader: Reader, id: CaseId): Promise<CaseDetail> {
  const { db } = reader
  await requireVisible(db, id)
  const [row = refuse('record/not-found')] = await toRows(reader, [id])
  const extras = await queries.findExtras(db.unscopedDb, id)
  return {
    ...row,
    ownerEmail: extras.ownerEmail ?? '',
    requesterName: await findUserName(db.unscopedDb, extras.requesterId),
    criticalFindings: await listFindings(db, id),
  }
}

export async function readClinicName({ db }: Reader, id: CaseId) {
  const found = await db
    .selectFrom('radCase')
    .innerJoin('clinic', 'clinic.id', 'radCase.clinicId')
    .select('clinic.name as clinicName')
    .where('radCase.id', '=', id)
    .executeTakeFirst()
  return found ?? refuse('record/not-found')
}

/** The cases of a study in the reach of the actor, the newest first. */
export async function listCasesOfStudy(reader: Reader, studyId: StudyId): Promise<CaseRow[]> {
  const { db } = reader
  const study = await db
    .selectFrom('study')
    .select('study.id')
    .where('study.id', '=', studyId)
    .executeTakeFirst()
  if (!study) refuse('record/not-found')
  const found = await db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.studyId', '=', studyId)
    .where('radCase.isDeleted', '=', false)
    .orderBy('radCase.id', 'desc')
    .limit(limits.listedCases)
    .execute()
  return toRows(
    reader,
    found.map(({ id }) => id),
  )
}
