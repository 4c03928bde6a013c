import { can } from '@talus/contract'
import type { Session } from '@talus/contract'
import type { QueryClient } from '@tanstack/react-query'
import { breedQuery } from '../api/breeds.ts'
import { isLocal } from '../api/page-settings.ts'
import { actorOf } from '../api/session.ts'
import { caseStatQuery } from '../features/studies/lookups.queries.ts'
import { dicomServerQueries } from '../api/dicom-servers.ts'
import { emailQueries } from '../api/email-configs.ts'
import { clinicQueries, doctorQueries } from '../features/settings/settings.queries.ts'
import { studyQueries } from '../features/studies/studies.queries.ts'

/** A browser opens six connections to a server; the person's own click must find one free. */
const atOnce = 2
let warmedFor: number | undefined

/** Fetches what the next screens need, unseen; what fails is fetched again where it is needed. */
export function warmUp(client: QueryClient, session: Session) {
  if (warmedFor === session.user.id) return
  warmedFor = session.user.id
  const actor = actorOf(session)
  const clinicId = session.clinic?.id
  const wanted: (() => Promise<unknown>)[] = []
  if (clinicId !== undefined) {
    if (can(actor, 'study.read'))
      wanted.push(() => client.query({ ...studyQueries.page(clinicId), meta: quiet }))
    wanted.push(() => client.query({ ...clinicQueries.one(clinicId), meta: quiet }))
    wanted.push(() => client.query({ ...doctorQueries.list(clinicId), meta: quiet }))
    if (can(actor, 'dicom-server.read'))
      wanted.push(() => client.query({ ...dicomServerQueries.list(clinicId), meta: quiet }))
    if (can(actor, 'email-config.read'))
      wanted.push(() => client.query({ ...emailQueries.ofClinic(clinicId), meta: quiet }))
  }
  if (isLocal) wanted.push(() => client.query({ ...breedQuery, meta: quiet }))
  if (can(actor, 'case.read')) wanted.push(() => client.query({ ...caseStatQuery, meta: quiet }))

  const work = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift()) await next().catch(() => undefined)
  }
  for (let index = 0; index < atOnce; index += 1) void work()
}

const quiet = { showsOwnError: true } as const

export const forgetWarmUp = () => {
  warmedFor = undefined
}
