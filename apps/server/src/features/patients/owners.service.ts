import { foldText, refuse } from '@talus/contract'
import type { ClinicId, OwnerChange, OwnerDraft, OwnerId } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import {
  toEmailKey,
  indexOwner,
  indexPatient,
  toPhoneKey,
  touchClinic,
} from '../../db/listing/index.ts'
import { UniqueViolationError } from '../../db/unique-violation.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as owners from './owners.queries.ts'
import { lockClinicForRegistration } from './registration.ts'

type Draft = z.output<typeof OwnerDraft>

/**
 * The columns that come from the form. A missing phone or e-mail is null, because many owners may
 * have none.
 */
const toColumns = ({ name, address, phone, email }: Draft) => ({
  name,
  search: foldText(name),
  address,
  phone: phone || null,
  email: email || null,
  phoneKey: toPhoneKey(phone),
  emailKey: toEmailKey(email),
})

interface ContactKeys {
  readonly phoneKey: string | null
  readonly emailKey: string | null
}

/**
 * Reports every taken field, in the order of the form. The unique index refuses one of two
 * concurrent inserts. If the user has confirmed that the contact is shared, only the owner who had
 * it first keeps its key.
 */
async function claimKeys(
  db: ClinicDb,
  { phoneKey, emailKey }: ContactKeys,
  { sharesContact, ownId }: { readonly sharesContact: boolean; readonly ownId?: OwnerId },
): Promise<ContactKeys> {
  const isPhoneTaken = await owners.isTaken(db, 'phoneKey', phoneKey, ownId)
  const isEmailTaken = await owners.isTaken(db, 'emailKey', emailKey, ownId)
  const taken = [...(isPhoneTaken ? ['phone'] : []), ...(isEmailTaken ? ['email'] : [])]
  if (taken.length > 0 && !sharesContact) throw new UniqueViolationError('owner', taken)
  return { phoneKey: isPhoneTaken ? null : phoneKey, emailKey: isEmailTaken ? null : emailKey }
}

export async function create(change: ChangeContext, draft: Draft, clinicId: ClinicId | null) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    await lockClinicForRegistration(db, clinicId)
    const columns = toColumns(draft)
    const keys = await claimKeys(db.within(clinicId), columns, draft)
    const createdOn = change.clock().toISOString()
    const owner = await owners.insert(db, {
      ...columns,
      ...keys,
      clinicId,
      createdOn,
      userId: change.actor.id,
    })
    await indexOwner(db.unscopedDb, owner.id)
    const event = { action: 'owner.create' as const, entityId: owner.id, clinicId }
    await recordAuditEvent(
      { ...change, db },
      { ...event, subject: owner.name, after: pickAudited(owner) },
    )
    return owner
  })
}

export async function update(change: ChangeContext, wanted: z.output<typeof OwnerChange>) {
  return change.db.transaction(async (db) => {
    const { clinicId } = (await owners.find(db, wanted.id)) ?? refuse('record/not-found')
    await lockClinicForRegistration(db, clinicId)
    const before = (await owners.find(db, wanted.id)) ?? refuse('record/not-found')
    if (before.mergedIntoId !== null) refuse('reassign/merged')
    const status = wanted.status ?? before.status
    const columns = toColumns(wanted)
    // The writings of another name are not those of the new one.
    const nameGroups = columns.search === before.search ? before.nameGroups : ''
    const wantedKeys = { ...columns, ...keepUnchangedKeys(before, columns) }
    const { sharesContact } = wanted
    const keys =
      status === 'Active'
        ? await claimKeys(db.within(clinicId), wantedKeys, { sharesContact, ownId: before.id })
        : { phoneKey: wantedKeys.phoneKey, emailKey: wantedKeys.emailKey }
    const after = { ...columns, nameGroups, ...keys, status }
    await owners.update(db, before.id, after)
    await indexOwner(db.unscopedDb, before.id)
    // The patients are found by the name of their owner, and their studies are sorted by it.
    if (after.name !== before.name)
      for (const { id } of await owners.listPatients(db, before.id))
        await indexPatient(db.unscopedDb, id)
    const event = { action: 'owner.update' as const, entityId: before.id, clinicId }
    await recordAuditEvent(
      { ...change, db },
      { ...event, subject: before.name, ...diffValues(pickAudited(before), pickAudited(after)) },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return { ...before, ...after }
  })
}

/** The audited fields, without the keys that are derived from them. */
type AuditedFields = Pick<StoredOwner, 'name' | 'address' | 'phone' | 'email' | 'status'>
const pickAudited = ({ name, address, phone, email, status }: AuditedFields) => ({
  name,
  address,
  phone,
  email,
  status,
})

type StoredOwner = Awaited<ReturnType<typeof owners.insert>>

/**
 * Owners from before the uniqueness check may share a number, and only one of them has its key. The
 * other can still be saved as long as the number does not change.
 */
const keepUnchangedKeys = (
  before: StoredOwner,
  { phone, email }: Pick<StoredOwner, 'phone' | 'email'>,
) =>
  before.status === 'Active'
    ? {
        ...(phone === before.phone && { phoneKey: before.phoneKey }),
        ...(email === before.email && { emailKey: before.emailKey }),
      }
    : {}
