import { refuse } from '@talus/contract'
import type { ClinicId, DicomServerChange, DicomServerDraft, DicomServerId } from '@talus/contract'
import type { z } from 'zod'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { checkHost } from '../../../outbound/check-host.ts'
import * as dicomServers from './dicom-servers.queries.ts'

export interface DicomServerDeps extends ChangeContext {
  readonly allowPrivateHosts: boolean
}

export async function create(
  change: DicomServerDeps,
  draft: z.output<typeof DicomServerDraft>,
  clinicId: ClinicId | null,
) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  checkHost(draft, change)
  return change.db.transaction(async (db) => {
    const server = await dicomServers.insert(db, { ...draft, clinicId })
    const subject = server.serverName
    const event = { action: 'dicom-server.create' as const, entityId: server.id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, after: { ...server } })
    return server
  })
}

/** A server stays with its clinic: a clinic ID in the change is ignored. */
export async function update(change: DicomServerDeps, server: z.output<typeof DicomServerChange>) {
  const before = (await dicomServers.find(change.db, server.id)) ?? refuse('record/not-found')
  checkHost(server, change)
  const { id, clinicId: _clinicId, ...after } = server
  return change.db.transaction(async (db) => {
    await dicomServers.update(db, id, after)
    const { serverName: subject, clinicId } = before
    const event = { action: 'dicom-server.update' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, ...diffValues({ ...before }, after) })
    return { ...before, ...after }
  })
}

export async function remove(change: ChangeContext, id: DicomServerId): Promise<void> {
  const before = (await dicomServers.find(change.db, id)) ?? refuse('record/not-found')
  await change.db.transaction(async (db) => {
    await dicomServers.remove(db, id)
    const { serverName: subject, clinicId } = before
    const event = { action: 'dicom-server.delete' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, before: { ...before } })
  })
}
