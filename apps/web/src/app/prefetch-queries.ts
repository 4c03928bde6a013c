import { can } from '@talus/contract'
import type { Session } from '@talus/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isLocal } from '../api/page-settings.ts'
import { breedQuery } from '../api/records/breed.ts'
import { clinicQueries } from '../api/records/clinic.ts'
import { dicomServerQueries } from '../api/records/dicom-server.ts'
import { doctorQueries } from '../api/records/doctor.ts'
import { emailConfigQueries } from '../api/records/email-config.ts'
import { studyQueries } from '../api/records/study.ts'
import { toActor } from '../api/session.ts'
import { onSignOut } from '../session-state.ts'
import { caseStatQuery } from '../features/studies/lookups.queries.ts'

/** A browser opens six connections to a server; the user's own requests must find a free one. */
const concurrency = 2
let prefetchedUserId: number | undefined
onSignOut(() => {
  prefetchedUserId = undefined
})

/** Prefetches the data of the next screens; a query that fails is repeated by the screen itself. */
export function prefetchQueries(client: QueryClient, session: Session) {
  if (prefetchedUserId === session.user.id) return
  prefetchedUserId = session.user.id
  const actor = toActor(session)
  const clinicId = session.clinic?.id
  const queries: (() => Promise<unknown>)[] = []
  if (clinicId !== undefined) {
    if (can(actor, 'study.read'))
      queries.push(() => client.query({ ...studyQueries.page(clinicId), meta: quiet }))
    queries.push(() => client.query({ ...clinicQueries.one(clinicId), meta: quiet }))
    queries.push(() => client.query({ ...doctorQueries.list(clinicId), meta: quiet }))
    if (can(actor, 'dicom-server.read'))
      queries.push(() => client.query({ ...dicomServerQueries.list(clinicId), meta: quiet }))
    if (can(actor, 'email-config.read'))
      queries.push(() => client.query({ ...emailConfigQueries.ofClinic(clinicId), meta: quiet }))
  }
  if (isLocal) queries.push(() => client.query({ ...breedQuery, meta: quiet }))
  if (can(actor, 'case.read')) queries.push(() => client.query({ ...caseStatQuery, meta: quiet }))

  const work = async () => {
    for (let next = queries.shift(); next; next = queries.shift())
      await next().catch(() => undefined)
  }
  for (let index = 0; index < concurrency; index += 1) void work()
}

const quiet = { showsOwnError: true } as const
