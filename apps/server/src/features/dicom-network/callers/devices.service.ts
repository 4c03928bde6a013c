import { isWideNetwork, refuse, refuseField } from '@talus/contract'
import type {
  DicomAttempt,
  DicomAttemptId,
  DicomDeviceChange,
  DicomDeviceDraft,
  DicomDeviceId,
  ExchangeRight,
  Variant,
} from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as devices from './devices.queries.ts'
import { findMatching } from './match-device.ts'

type Device = Awaited<ReturnType<typeof devices.insertDevice>>

export interface DeviceChange extends ChangeContext {
  readonly variant: Variant
}

type Identity = Pick<Device, 'aeTitle' | 'network' | 'certificate'>

/** In the cloud the whole internet can call, and a title is no secret. */
function checkNetwork({ variant }: DeviceChange, { network, certificate }: Identity) {
  if (variant === 'cloud' && certificate === '' && isWideNetwork(network))
    refuseField('network', 'field/network-too-wide')
}

/** The screen could not tell two equal devices apart, and removing one would change nothing. */
async function requireUnlisted(
  db: ClinicDb,
  wanted: Identity & Pick<Device, 'clinicId'>,
  ownId?: DicomDeviceId,
) {
  const toKey = ({ aeTitle, network, certificate }: Identity) =>
    [aeTitle, network, certificate].join(' ').toLowerCase()
  const isListed = (await devices.listDevices(db, wanted.clinicId)).some(
    (one) => one.id !== ownId && toKey(one) === toKey(wanted),
  )
  if (isListed) refuse('dicom/device-listed', { values: { title: wanted.aeTitle } })
}

export async function create(change: DeviceChange, draft: z.output<typeof DicomDeviceDraft>) {
  checkNetwork(change, draft)
  const createdOn = change.clock().toISOString()
  return change.db.transaction(async (db) => {
    await requireUnlisted(db, draft)
    const device = await devices.insertDevice(db, { ...draft, createdOn })
    await removeExplainedAttempts(db, device)
    const { id: entityId, aeTitle: subject, clinicId } = device
    const event = { action: 'dicom-device.create' as const, entityId, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, after: { ...draft } })
    return device
  })
}

export async function update(change: DeviceChange, wanted: z.output<typeof DicomDeviceChange>) {
  checkNetwork(change, wanted)
  const before = (await devices.findDevice(change.db, wanted.id)) ?? refuse('record/not-found')
  const { id, ...after } = wanted
  return change.db.transaction(async (db) => {
    await requireUnlisted(db, { ...before, ...after }, id)
    await devices.updateDevice(db, id, after)
    await removeExplainedAttempts(db, { ...before, ...after })
    const { aeTitle: subject, clinicId } = before
    const event = { action: 'dicom-device.update' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, ...diffValues({ ...before }, after) })
    return { ...before, ...after }
  })
}

export async function remove(change: ChangeContext, id: DicomDeviceId): Promise<void> {
  const before = (await devices.findDevice(change.db, id)) ?? refuse('record/not-found')
  await change.db.transaction(async (db) => {
    await devices.removeDevice(db, id)
    const { aeTitle: subject, clinicId } = before
    const event = { action: 'dicom-device.delete' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, before: { ...before } })
  })
}

export async function dismiss(db: ClinicDb, id: DicomAttemptId): Promise<void> {
  const removed = await devices.removeAttempts(db, [id])
  if (removed.length === 0) refuse('record/not-found')
}

const flagOfRight = {
  store: 'mayStore',
  query: 'mayQuery',
  retrieve: 'mayRetrieve',
} as const satisfies Record<ExchangeRight, keyof Device>

export const hasRight = (
  device: Pick<Device, 'mayStore' | 'mayQuery' | 'mayRetrieve'>,
  right: ExchangeRight,
): boolean => device[flagOfRight[right]]

/** Whether a listed device made this attempt and has every right that it asked for. */
export const isExplained = (
  {
    callingTitle,
    address,
    certificate,
    reason,
    wanted,
  }: Pick<DicomAttempt, 'callingTitle' | 'address' | 'certificate' | 'reason' | 'wanted'>,
  listed: readonly Device[],
): boolean =>
  reason !== 'called-title' &&
  findMatching(listed, {
    calling: callingTitle,
    address: address.replace(/\/64$/u, ''),
    certificate,
  }).some((device) => wanted.every((right) => hasRight(device, right)))

/** The attempts of a device that is allowed now no longer need an answer. */
async function removeExplainedAttempts(db: ClinicDb, device: Device): Promise<void> {
  const explained = (await devices.listAttempts(db, device.clinicId)).filter((attempt) =>
    isExplained(attempt, [device]),
  )
  if (explained.length > 0)
    await devices.removeAttempts(
      db,
      explained.map(({ id }) => id),
    )
}
