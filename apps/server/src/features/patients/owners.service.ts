import { folded, refuse } from '@talus/contract'
import type { ClinicId, OwnerChange, OwnerDraft, OwnerId } from '@talus/contract'
import type { z } from 'zod'
import type { ClinicDb } from '../../db/clinic-db.ts'
import {
  emailKey,
  indexOwner,
  indexPatient,
  phoneKey,
  touchClinic,
} from '../../db/listing/index.ts'
import { Taken } from '../../db/unique-violation.ts'
import { difference, record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as owners from './owners.queries.ts'
import { enter } from './registration.ts'

type Draft = z.output<typeof OwnerDraft>

/** What of an owner is stored besides where he belongs. No number is null: many may have none. */
const columnsOf = ({ name, address, phone, email }: Draft) => ({
  name,
  search: folded(name),
  address,
  phone: phone || null,
  email: email || null,
  phoneKey: phoneKey(phone),
  emailKey: emailKey(email),
})

/** Names every taken field, in the order of the form. Of two at once, the index refuses one. */
async function checkFree(
  db: ClinicDb,
  keys: { readonly phoneKey: string | null; readonly emailKey: string | null },
  besides?: OwnerId,
) {
  const taken = [
    ...((await owners.isTaken(db, 'phoneKey', keys.phoneKey, besides)) ? ['phone'] : []),
    ...((await owners.isTaken(db, 'emailKey', keys.emailKey, besides)) ? ['email'] : []),
  ]
  if (taken.length > 0) throw new Taken('owner', taken)
}

export async function create(change: Change, draft: Draft, clinicId: ClinicId | null) {
  if (clinicId === null) refuse('clinic/of-user-not-found')
  return change.db.transaction(async (db) => {
    await enter(db, clinicId)
    const columns = columnsOf(draft)
    await checkFree(db.within(clinicId), columns)
    const createdOn = change.clock().toISOString()
    const owner = await owners.insert(db, {
      ...columns,
      clinicId,
      createdOn,
      userId: change.actor.id,
    })
    await indexOwner(db.unscopedDb, owner.id)
    return owner
  })
}

export async function update(change: Change, wanted: z.output<typeof OwnerChange>) {
  return change.db.transaction(async (db) => {
    const { clinicId } = (await owners.find(db, wanted.id)) ?? refuse('record/not-found')
    await enter(db, clinicId)
    const before = (await owners.find(db, wanted.id)) ?? refuse('record/not-found')
    const status = wanted.status ?? before.status
    const columns = columnsOf(wanted)
    const after = { ...columns, ...keptKeys(before, columns), status }
    if (status === 'Active') await checkFree(db.within(clinicId), after, before.id)
    await owners.update(db, before.id, after)
    await indexOwner(db.unscopedDb, before.id)
    // His animals are found by his name, and their studies sorted by it.
    if (after.name !== before.name)
      for (const { id } of await owners.patientsOf(db, before.id))
        await indexPatient(db.unscopedDb, id)
    const event = { action: 'owner.update' as const, entityId: before.id, clinicId }
    await record(
      { ...change, db },
      { ...event, subject: before.name, ...difference(told(before), told(after)) },
    )
    await touchClinic(db.unscopedDb, clinicId)
    return { ...before, ...after }
  })
}

/** Without the keys that are made of it. */
type Told = Pick<Keyed, 'name' | 'address' | 'phone' | 'email' | 'status'>
const told = ({ name, address, phone, email, status }: Told) => ({
  name,
  address,
  phone,
  email,
  status,
})

type Keyed = Awaited<ReturnType<typeof owners.insert>>

/**
 * Two owners may share a number from before that was looked at, and only one has its key. The other
 * can be saved all the same, as long as the number is not what changes.
 */
const keptKeys = (before: Keyed, { phone, email }: Pick<Keyed, 'phone' | 'email'>) =>
  before.status === 'Active'
    ? {
        ...(phone === before.phone && { phoneKey: before.phoneKey }),
        ...(email === before.email && { emailKey: before.emailKey }),
      }
    : {}
