import { can, isInReach, getReach, routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { MountRaw } from '../../http/mount.ts'
import { authenticateWithoutRenewal } from '../auth/index.ts'
import { findRevisions } from './changes.queries.ts'
import { RevisionWatch } from './revision-watch.ts'
import { EventStream } from './event-stream.ts'

export interface ChangeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

/** Each tab has one stream; more than this are tabs whose disconnect was not noticed. */
const streamsPerUser = 20
/** How soon a sign-out or a revoked right ends an open stream. */
const checkMs = 5000

/** The stream stays open while a client is connected; see docs/decisions/0022-live-changes.md. */
export function changeRoutes(mountRaw: MountRaw, deps: ChangeDeps) {
  const watch = new RevisionWatch((clinicIds: readonly ClinicId[]) =>
    findRevisions(deps.unscopedDb, clinicIds),
  )
  const open = new Set<EventStream>()

  const isAllowed = async (token: string, clinicId: ClinicId) => {
    const actor = await authenticateWithoutRenewal(deps, token)
    return actor && can(actor, 'study.read') && isInReach(getReach(actor), clinicId)
  }

  mountRaw(routes.study.changes, async ({ actor, params, token = '' }, reply) => {
    const { clinicId } = params
    const own = [...open].filter(({ userId }) => userId === actor.id)
    if (own.length >= streamsPerUser) own[0]?.end()

    const stream = new EventStream(actor.id, reply, () => {
      open.delete(stream)
      clearInterval(checking)
      unwatch()
    })
    open.add(stream)
    const unwatch = watch.watch(clinicId, (revision) => stream.send('revision', revision))
    const checking = setInterval(() => {
      isAllowed(token, clinicId).then(
        (isFine) => isFine || stream.end(),
        // An unavailable database says nothing about the user's rights.
        () => undefined,
      )
    }, checkMs).unref()
    return reply
  })

  return {
    /** Notifies with the current revision at once. Returns a function that ends the subscription. */
    watch: (clinicId: ClinicId, notify: (revision: number) => void) =>
      watch.watch(clinicId, notify),
    stop: () => {
      for (const stream of open) stream.end()
    },
  }
}
