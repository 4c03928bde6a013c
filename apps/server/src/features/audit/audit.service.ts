import { auditSecret } from '@talus/contract'
import type { Actor, AuditAction, ClinicId, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { toSearchWords } from './search-words.ts'

/** The context of a change: database, user, address and clock. */
export interface ChangeContext {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
  readonly clock: Clock
}

type Values = Readonly<Record<string, unknown>>

/**
 * Fields that are never stored, not even as a hash; the event only says that they were set or
 * changed.
 */
const secrets = new Set([
  'password',
  'confirmPassword',
  'passwordHash',
  'passphrase',
  'secretAccessKey',
])
/** A field that the audit trail never mentions, not even when it is empty. */
const hidden = 'tempPassword'
/** Columns that are derived from others and would only repeat them. */
const derived = new Set([
  'search',
  'usernameKey',
  'firstNameKey',
  'lastNameKey',
  'phoneKey',
  'emailKey',
  'patientIdKey',
  'ownerKey',
  'breedKey',
  'breedKeyFr',
])

function maskSecrets(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== hidden && !derived.has(name))
      .map(([name, value]) =>
        secrets.has(name) ? [name, value === null ? null : auditSecret] : [name, value],
      ),
  )
}

const removeHidden = (values: Values | null) =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => name !== hidden))

/** Removes the hidden field from an event, because events of earlier versions contain it. */
export const stripHidden = <
  Event extends { readonly before: Values | null; readonly after: Values | null },
>(
  event: Event,
) => ({ ...event, before: removeHidden(event.before), after: removeHidden(event.after) })

/** The fields that differ; a changed secret appears as changed without its value. */
export function diffValues(before: Values, after: Values) {
  const changed = Object.keys(after).filter(
    (name) => !derived.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (values: Values) =>
    maskSecrets(Object.fromEntries(changed.map((name) => [name, values[name]])))
  return { before: pick(before), after: pick(after) }
}

/** A form that was saved as it was: the comparison of before and after is empty. */
const isUnchanged = ({ before, after }: { readonly before?: Values; readonly after?: Values }) =>
  before !== undefined &&
  after !== undefined &&
  Object.keys(before).length === 0 &&
  Object.keys(after).length === 0

/**
 * The context of an audit event. A visitor with a link has no user, and a job acts for a user who
 * no longer waits.
 */
export interface AuditContext extends Omit<ChangeContext, 'actor'> {
  readonly actor: { readonly id: UserId | null; readonly username: string }
}

/**
 * Stores an audit event in the transaction of the change, so that neither exists without the other.
 */
export async function recordAuditEvent(
  { db, actor, address, clock }: AuditContext,
  event: {
    readonly action: AuditAction
    /** Null if a form is tested before it is saved. */
    readonly entityId: number | null
    /** The name of the changed record, such as a username or the name of a clinic. */
    readonly subject: string
    readonly clinicId: ClinicId | null
    readonly before?: Values
    readonly after?: Values
    /** Names in the details by which the event is found too, such as that of the animal. */
    readonly names?: readonly string[]
  },
): Promise<void> {
  if (isUnchanged(event)) return
  const asText = (values: Values | undefined) =>
    values === undefined ? null : JSON.stringify(maskSecrets(values))
  await db.journal({
    at: clock().toISOString(),
    userId: actor.id,
    username: actor.username,
    clinicId: event.clinicId,
    action: event.action,
    entityId: event.entityId,
    subject: event.subject,
    kind: event.action.slice(0, event.action.indexOf('.')),
    search: toSearchWords(
      actor.username,
      event.subject,
      event.action,
      address,
      ...(event.names ?? []),
    ),
    before: asText(event.before),
    after: asText(event.after),
    address,
  })
}
