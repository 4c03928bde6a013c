import { foldText } from '@talus/contract'
import type { DicomSendId, DicomServerId, SendState } from '@talus/contract'
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findWords } from '../../../db/find-words.ts'
import { isOneOf } from '../../../db/is-one-of.ts'

const sorts = {
  createdOn: sql`${sql.ref('dicomSend.createdOn')}`,
  state: sql`${sql.ref('dicomSend.state')}`,
  server: sql`lower(${sql.ref('dicomServer.serverName')})`,
  patientName: sql`${sql.ref('patient.search')}`,
  attempts: sql`${sql.ref('dicomSend.attempts')}`,
} as const

export interface SendPageRequest {
  readonly dicomServerId?: DicomServerId | undefined
  readonly state?: SendState | 'open' | undefined
  readonly search: string
  readonly sort: keyof typeof sorts
  readonly desc: '0' | '1'
  readonly page: number
  readonly size: number
}

const openStates = ['waiting', 'sending', 'failed'] as const

const selectJoined = (db: ClinicDb) =>
  db
    .selectFrom('dicomSend')
    .innerJoin('dicomServer', 'dicomServer.id', 'dicomSend.dicomServerId')
    .innerJoin('image', 'image.id', 'dicomSend.imageId')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('user', 'user.id', 'dicomSend.userId')

const columns = [
  'dicomSend.id',
  'dicomSend.clinicId',
  'dicomSend.dicomServerId',
  'dicomServer.serverName',
  'dicomSend.imageId',
  'image.studyId',
  'patient.name as patientName',
  'image.bodyPart',
  'image.bodyPartView',
  'dicomSend.state',
  'dicomSend.isAutomatic',
  'dicomSend.attempts',
  'dicomSend.errorCode',
  'dicomSend.errorValues',
  'dicomSend.createdOn',
  'dicomSend.nextTryOn',
  'dicomSend.finishedOn',
  'user.username as user',
] as const

/** Server names are not stored folded: there are few, so each search term is compared with all. */
async function createSearchCondition(db: ClinicDb, search: string): Promise<Expression<SqlBool>> {
  const words = foldText(search).split(' ').filter(Boolean)
  if (words.length === 0) return sql<SqlBool>`1 = 1`
  const servers = await db
    .selectFrom('dicomServer')
    .select(['dicomServer.id', 'dicomServer.serverName'])
    .execute()
  const conditions = words.map((word) => {
    const named = servers.filter(({ serverName }) => foldText(serverName).includes(word))
    const ofPatient = findWords(word, ['patient.search'])
    return named.length === 0
      ? ofPatient
      : sql<SqlBool>`(${ofPatient} or ${isOneOf(
          'dicomSend.dicomServerId',
          named.map(({ id }) => id),
        )})`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

export async function page(db: ClinicDb, request: SendPageRequest) {
  const { dicomServerId, state } = request
  const words = await createSearchCondition(db, request.search)
  let found = selectJoined(db).where(words)
  if (dicomServerId !== undefined)
    found = found.where('dicomSend.dicomServerId', '=', dicomServerId)
  if (state !== undefined)
    found = found.where('dicomSend.state', 'in', state === 'open' ? openStates : [state])
  const direction = request.desc === '1' ? 'desc' : 'asc'
  const rows = await found
    .select(columns)
    .orderBy(sorts[request.sort], direction)
    .orderBy('dicomSend.id', direction)
    .limit(request.size)
    .offset(request.page * request.size)
    .execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export const listByIds = (db: ClinicDb, ids: readonly DicomSendId[]) =>
  selectJoined(db)
    .select(columns)
    .where('dicomSend.id', 'in', ids)
    .orderBy('dicomSend.id')
    .execute()

export type SendRow = Awaited<ReturnType<typeof listByIds>>[number]
