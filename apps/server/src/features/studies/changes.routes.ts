import { can, reaches, reachOf, routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import type { MountRaw } from '../../http/mount.ts'
import { recognise } from '../auth/index.ts'
import { revisionsOf } from './changes.queries.ts'
import { ClinicWatch } from './clinic-watch.ts'
import { EventStream } from './event-stream.ts'

export interface ChangeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: () => Date
}

/** Each tab holds one; more than this are tabs that died unnoticed. */
const streamsPerUser = 20
/** How soon a sign-out, or a right that was taken away, ends what is open. */
const checkMs = 5000

/** Held open as long as a screen is; see docs/decisions/0022-live-changes.md. */
export function changeRoutes(mountRaw: MountRaw, deps: ChangeDeps) {
  const watch = new ClinicWatch((clinicIds) => revisionsOf(deps.unscopedDb, clinicIds))
  const open = new Set<EventStream>()

  const mayStay = async (token: string, clinicId: ClinicId) => {
    const actor = await recognise(deps, token)
    return actor && can(actor, 'study.read') && reaches(reachOf(actor), clinicId)
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
      mayStay(token, clinicId).then(
        (isFine) => isFine || stream.end(),
        // A database that is away says nothing about the person.
        () => undefined,
      )
    }, checkMs).unref()
    return reply
  })

  return {
    stop: () => {
      for (const stream of open) stream.end()
    },
  }
}
