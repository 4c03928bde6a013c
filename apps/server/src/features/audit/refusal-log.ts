import { getReach, isInReach } from '@talus/contract'
import type { Actor, ErrorCode } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { RefusedCall } from '../../http/refused-call.ts'
import { recordAuditEvent } from './audit.service.ts'
import { findClinicOfRecord } from './foreign-record.queries.ts'

export interface RefusalLogDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly log: Logger
  /** The time during which further refusals are counted. */
  readonly collectMs?: number | undefined
}

export interface RefusalLog {
  /** Notes that a signed-in user was refused; returns at once. */
  readonly record: (call: RefusedCall) => void
  /** Resolves when everything noted is in the audit trail. */
  readonly flush: () => Promise<void>
}

const defaultCollectMs = 60_000
/** A program that tries every route fills the trail with these, and then with one for the others. */
const routesOfUserMax = 20
const otherRoutes = '*'

interface Refused {
  readonly actor: Pick<Actor, 'id' | 'username' | 'clinicId'>
  readonly address: string
  readonly route: string
  readonly reason: ErrorCode
}

interface Counted extends Refused {
  count: number
  readonly timer: NodeJS.Timeout
}

/**
 * Writes to the audit trail what signed-in users were refused. The first refusal of a user and route
 * is written at once; those of the next minute are counted and become one more entry, so that no
 * user can fill the trail.
 */
export function createRefusalLog(deps: RefusalLogDeps): RefusalLog {
  const { unscopedDb, clock, log, collectMs = defaultCollectMs } = deps
  const counted = new Map<string, Counted>()
  let written: Promise<void> = Promise.resolve()

  const enqueue = (work: () => Promise<void>) => {
    written = written
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'a refusal was not audited'))
  }

  const write = ({ actor, address, route, reason }: Refused, count: number): Promise<void> =>
    recordAuditEvent(
      { db: new ClinicDb(unscopedDb, 'every-clinic'), actor, address, clock },
      {
        action: 'session.refused',
        entityId: null,
        subject: route === otherRoutes ? '' : route,
        clinicId: actor.clinicId,
        after: { reason, count },
      },
    )

  const close = (key: string) => {
    const open = counted.get(key)
    counted.delete(key)
    clearTimeout(open?.timer)
    if (open && open.count > 0) enqueue(() => write(open, open.count))
  }

  function count(refused: Refused): void {
    const ofUser = `${refused.actor.id} `
    const keyOf = (route: string) => `${ofUser}${route} ${refused.reason} ${refused.address}`
    const isOpen = counted.has(keyOf(refused.route))
    const routes = [...counted.keys()].filter((key) => key.startsWith(ofUser)).length
    const route = isOpen || routes < routesOfUserMax ? refused.route : otherRoutes
    const key = keyOf(route)
    const open = counted.get(key)
    if (open) {
      open.count += 1
      return
    }
    const timer = setTimeout(() => close(key), collectMs).unref()
    const first = { ...refused, route }
    counted.set(key, { ...first, count: 0, timer })
    enqueue(() => write(first, 1))
  }

  /** A record that exists nowhere is a mistake; one of another clinic was not meant for the user. */
  async function countForeign({ actor, ...call }: RefusedCall, pathName: string, id: number) {
    const clinicId = await findClinicOfRecord(unscopedDb, pathName, id)
    if (clinicId === undefined || isInReach(getReach(actor), clinicId)) return
    count({ actor, ...call, reason: 'access/other-clinic' })
  }

  return {
    record: (call) => {
      const { record, reason } = call
      if (reason !== 'record/not-found') count(call)
      else if (record) enqueue(() => countForeign(call, record.pathName, record.id))
    },
    flush: async () => {
      await written
      for (const key of counted.keys()) close(key)
      await written
    },
  }
}
