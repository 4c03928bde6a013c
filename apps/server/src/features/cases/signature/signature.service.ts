import { randomUUID } from 'node:crypto'
import { Refusal, refuse } from '@talus/contract'
import type { SignatureSettings, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import { ReportFault, WorkerFault } from '../../../workers/index.ts'
import type { ReportPool } from '../../../workers/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { readWhole } from '../../images/index.ts'
import { requirePrintable } from '../flow/require-printable.ts'
import * as queries from './signature.queries.ts'

export interface SignatureDeps {
  readonly files: FileStore
  readonly reportPool: ReportPool
}

type OwnChange = ChangeContext

const about = ({ actor }: OwnChange) => ({
  entityId: actor.id,
  subject: actor.username,
  clinicId: actor.clinicId,
})

const emptySignature = {
  title: '',
  licence: '',
  filePath: null,
  sha256: '',
  byteLength: 0,
} as const

const findOwn = async ({ db, actor }: Pick<OwnChange, 'db' | 'actor'>) =>
  (await queries.find(db.unscopedDb, actor.id)) ?? emptySignature

export async function readSignature(
  own: Pick<OwnChange, 'db' | 'actor'>,
): Promise<SignatureSettings> {
  const { title, licence, filePath } = await findOwn(own)
  return { title, licence, hasPicture: filePath !== null }
}

export const saveSignature = (
  own: OwnChange,
  { title, licence }: Pick<SignatureSettings, 'title' | 'licence'>,
): Promise<SignatureSettings> =>
  own.db.transaction(async (db) => {
    requirePrintable({ title, licence })
    const changed = { ...own, db }
    const before = await findOwn(changed)
    const changedOn = own.clock().toISOString()
    await queries.save(db.unscopedDb, own.actor.id, { title, licence, changedOn })
    const { title: formerTitle, licence: formerLicence } = before
    await recordAuditEvent(changed, {
      action: 'signature.update',
      ...about(own),
      ...diffValues({ title: formerTitle, licence: formerLicence }, { title, licence }),
    })
    return readSignature(changed)
  })

/** Reports keep the picture that they were made with, so the former file is removed. */
async function replacePicture(
  { files }: SignatureDeps,
  own: OwnChange,
  picture: {
    readonly filePath: string | null
    readonly sha256: string
    readonly byteLength: number
  },
): Promise<SignatureSettings> {
  const before = await own.db.transaction(async (db) => {
    const changed = { ...own, db }
    const before = await findOwn(changed)
    const changedOn = own.clock().toISOString()
    await queries.save(db.unscopedDb, own.actor.id, { ...picture, changedOn })
    const { sha256 } = picture
    await recordAuditEvent(changed, {
      action: picture.filePath === null ? 'signature.remove-picture' : 'signature.set-picture',
      ...about(own),
      ...diffValues({ sha256: before.sha256 }, { sha256 }),
    })
    return before
  })
  if (before.filePath !== null) await files.remove(before.filePath).catch(() => undefined)
  return readSignature(own)
}

/** Sets the picture, which is decoded and encoded again. */
export async function savePicture(
  deps: SignatureDeps,
  own: OwnChange,
  { pendingKey, sha256, byteLength }: FormFile,
): Promise<SignatureSettings> {
  const { files, reportPool } = deps
  const sent = await readWhole(files, { filePath: pendingKey, sha256, byteLength })
  const encoded = await reportPool.encodeLogo(sent).catch((error: unknown) => {
    if (error instanceof ReportFault) return refuse('report/not-picture')
    if (error instanceof WorkerFault) return refuse('report/not-made')
    throw error
  })
  const stored = await files.put(`signatures/${own.actor.id}/${randomUUID()}.jpg`, encoded.bytes)
  try {
    return await replacePicture(deps, own, {
      filePath: stored.key,
      sha256: stored.sha256,
      byteLength: stored.byteLength,
    })
  } catch (error) {
    await files.remove(stored.key).catch(() => undefined)
    throw error
  }
}

export const removePicture = (deps: SignatureDeps, own: OwnChange) =>
  replacePicture(deps, own, { filePath: null, sha256: '', byteLength: 0 })

/** Title, licence and picture of a user; a damaged picture is left out. */
export async function loadSignature(files: FileStore, unscopedDb: UnscopedDb, userId: UserId) {
  const { title, licence, filePath, sha256, byteLength } =
    (await queries.find(unscopedDb, userId)) ?? emptySignature
  if (filePath === null) return { title, licence, picture: undefined }
  const picture = await readWhole(files, { filePath, sha256, byteLength }).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    },
  )
  return { title, licence, picture }
}
