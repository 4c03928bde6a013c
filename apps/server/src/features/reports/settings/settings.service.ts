import { randomUUID } from 'node:crypto'
import { Refusal, refuse } from '@talus/contract'
import type { ClinicId, ReportSettings } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { lockClinic } from '../../../db/listing/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import type { ReportPool } from '../../../workers/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { readWhole } from '../../images/index.ts'
import { refusePicture } from '../content/pictures.service.ts'
import * as queries from './settings.queries.ts'

export interface SettingsChange extends ChangeContext {
  readonly clinicId: ClinicId
}
interface LogoDeps {
  readonly files: FileStore
  readonly reportPool: ReportPool
}

const findClinic = async (db: ClinicDb, clinicId: ClinicId) =>
  (await queries.findClinic(db, clinicId)) ?? refuse('record/not-found')

export async function readSettings(db: ClinicDb, clinicId: ClinicId): Promise<ReportSettings> {
  const { orientation } = await findClinic(db, clinicId)
  return { orientation, logo: (await queries.findLogo(db, clinicId)) ?? null }
}

export async function saveSettings(
  { clinicId, ...change }: SettingsChange,
  { orientation }: Pick<ReportSettings, 'orientation'>,
): Promise<ReportSettings> {
  return change.db.transaction(async (db) => {
    await lockClinic(db.unscopedDb, clinicId)
    const before = await findClinic(db, clinicId)
    if (before.orientation !== orientation) {
      await queries.setOrientation(db, clinicId, orientation)
      await recordAuditEvent(
        { ...change, db },
        {
          action: 'report.settings',
          entityId: clinicId,
          subject: before.name,
          clinicId,
          ...diffValues({ orientation: before.orientation }, { orientation }),
        },
      )
    }
    return readSettings(db, clinicId)
  })
}

/** The file of the former logo is removed after the commit; a crash in between leaves it over. */
async function replaceLogo(
  { clinicId, ...change }: SettingsChange,
  files: FileStore,
  logo: Omit<Parameters<typeof queries.insertLogo>[1], 'clinicId' | 'changedOn'> | undefined,
): Promise<ReportSettings> {
  const { settings, former } = await change.db.transaction(async (db) => {
    await lockClinic(db.unscopedDb, clinicId)
    const { name } = await findClinic(db, clinicId)
    const former = await queries.findLogo(db, clinicId)
    await queries.removeLogo(db, clinicId)
    if (logo)
      await queries.insertLogo(db, {
        ...logo,
        clinicId,
        changedOn: change.clock().toISOString(),
      })
    if (logo ?? former)
      await recordAuditEvent(
        { ...change, db },
        {
          action: logo ? 'report.set-logo' : 'report.remove-logo',
          entityId: clinicId,
          subject: name,
          clinicId,
          ...(former && { before: { sha256: former.sha256 } }),
          ...(logo && { after: { sha256: logo.sha256 } }),
        },
      )
    return { former, settings: await readSettings(db, clinicId) }
  })
  if (former) await files.remove(former.filePath).catch(() => undefined)
  return settings
}

/** Sets the logo from a picture, which is decoded and encoded again. */
export async function saveLogo(
  { files, reportPool }: LogoDeps,
  change: SettingsChange,
  { pendingKey, sha256, byteLength }: FormFile,
): Promise<ReportSettings> {
  const sent = await readWhole(files, { filePath: pendingKey, sha256, byteLength })
  const { bytes, width, height } = await reportPool.encodeLogo(sent).catch(refusePicture)
  const key = `report-logos/${change.clinicId}/${randomUUID()}.jpg`
  const stored = await files.put(key, bytes)
  try {
    return await replaceLogo(change, files, {
      filePath: key,
      sha256: stored.sha256,
      byteLength: stored.byteLength,
      width,
      height,
    })
  } catch (error) {
    await files.remove(key).catch(() => undefined)
    throw error
  }
}

export const removeLogo = ({ files }: LogoDeps, change: SettingsChange) =>
  replaceLogo(change, files, undefined)

/** Undefined if the clinic has none, or its file is damaged: a report is made without it then. */
export async function readLogo(
  files: FileStore,
  db: ClinicDb,
  clinicId: ClinicId,
): Promise<Uint8Array | undefined> {
  const logo = await queries.findLogo(db, clinicId)
  if (!logo) return undefined
  return readWhole(files, logo).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}
