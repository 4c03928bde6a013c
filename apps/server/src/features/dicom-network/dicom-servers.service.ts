import { refuse } from '@talus/contract'
import type { ClinicId, DicomServerChange, DicomServerDraft, DicomServerId } from '@talus/contract'
import type { z } from 'zod'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as dicomServers from './dicom-servers.queries.ts'

export async function create(
  change: Change,
  draft: z.output<typeof DicomServerDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    const server = await dicomServers.insert(db, { ...draft, clinicId })
    const subject = server.serverName
    const event = { action: 'dicom-server.create' as const, entityId: server.id, subject, clinicId }
    await record({ ...change, db }, { ...event, after: { ...server } })
    return server
  })
}

/** A server stays with its clinic: one that is named in the change is not believed. */
export async function update(change: Change, wanted: z.output<typeof DicomServerChange>) {
  const before = (await dicomServers.find(change.db, wanted.id)) ?? refuse('record/not-found')
  const { id, clinicId: _clinicId, ...after } = wanted
  return change.db.transaction(async (db) => {
    await dicomServers.update(db, id, after)
    const { serverName: subject, clinicId } = before
    const event = { action: 'dicom-server.update' as const, entityId: id, subject, clinicId }
    await record({ ...change, db }, { ...event, ...difference({ ...before }, after) })
    return { ...before, ...after }
  })
}

export async function remove(change: Change, id: DicomServerId): Promise<void> {
  const before = (await dicomServers.find(change.db, id)) ?? refuse('record/not-found')
  await change.db.transaction(async (db) => {
    await dicomServers.remove(db, id)
    const { serverName: subject, clinicId } = before
    const event = { action: 'dicom-server.delete' as const, entityId: id, subject, clinicId }
    await record({ ...change, db }, { ...event, before: { ...before } })
  })
}
