import { auditSecret, folded } from '@talus/contract'
import type { Actor, AuditAction, ClinicId, UserId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** What every change of administration is done with. */
export interface Change {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly address: string
  readonly clock: () => Date
}

type Values = Readonly<Record<string, unknown>>

/** Never written down, not even as a hash; that one was set or changed is told instead. */
const secrets = new Set(['password', 'confirmPassword', 'passwordHash'])
/** Of the server alone: not even that it is empty is told. */
const hidden = 'tempPassword'
/** Made from other columns: they would only repeat them. */
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
])

function told(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== hidden && !derived.has(name))
      .map(([name, value]) =>
        secrets.has(name) ? [name, value === null ? null : auditSecret] : [name, value],
      ),
  )
}

const withoutHidden = (values: Values | null) =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => name !== hidden))

/** An event as it is given out: those of earlier versions name what is hidden. */
export const readable = <
  Event extends { readonly before: Values | null; readonly after: Values | null },
>(
  event: Event,
) => ({ ...event, before: withoutHidden(event.before), after: withoutHidden(event.after) })

/** Only what differs; a changed secret shows as changed without its value. */
export function difference(before: Values, after: Values) {
  const changed = Object.keys(after).filter(
    (name) => !derived.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (values: Values) =>
    told(Object.fromEntries(changed.map((name) => [name, values[name]])))
  return { before: pick(before), after: pick(after) }
}

/** Whoever comes by a link has no name; a job acts for somebody who has left. */
export interface Witness extends Omit<Change, 'actor'> {
  readonly actor: { readonly id: UserId | null; readonly username: string }
}

/** Written in the transaction of the change: there is none without the other. */
export function record(
  { db, actor, address, clock }: Witness,
  event: {
    readonly action: AuditAction
    /** Of none yet where a form is tried before it is saved. */
    readonly entityId: number | null
    /** What people call the thing: a username, a clinic's name. */
    readonly subject: string
    readonly clinicId: ClinicId | null
    readonly before?: Values
    readonly after?: Values
  },
): Promise<void> {
  const asText = (values: Values | undefined) =>
    values === undefined ? null : JSON.stringify(told(values))
  return db.journal({
    at: clock().toISOString(),
    userId: actor.id,
    username: actor.username,
    clinicId: event.clinicId,
    action: event.action,
    entityId: event.entityId,
    subject: event.subject,
    search: folded(`${actor.username} ${event.subject} ${event.action} ${address}`),
    before: asText(event.before),
    after: asText(event.after),
    address,
  })
}
