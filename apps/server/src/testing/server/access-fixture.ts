import { allRoutes, routes } from '@talus/contract'
import type { Actor, Route } from '@talus/contract'
import { afterAll, beforeAll } from 'vitest'
import { userKinds } from '../records/clinics-and-users.ts'
import type { UserKind } from '../records/clinics-and-users.ts'
import { createSampleRequests } from './sample-requests.ts'
import { startTestServer } from './test-server.ts'
import type { TestClinic, TestServer } from './test-server.ts'

export const kindNames = Object.keys(userKinds) as UserKind[]
export const closedRoutes = allRoutes.filter(({ route }) => route.needs !== 'nothing')
/** Signing out ends the session that the other tests use. */
export const endsSession = (route: Route) => route === routes.auth.logout

/** Starts a server for the tests of a file, which call routes as users of every kind. */
export function setUpAccess() {
  let server: TestServer
  const tokens = new Map<UserKind, string>()
  const actors = new Map<UserKind, Actor>()

  beforeAll(async () => {
    server = await startTestServer()
    for (const kind of kindNames) {
      const token = await server.createToken(server.first.users[kind].id)
      const actor = await server.findActor(token)
      if (!actor) throw new Error(`${kind} is not signed in`)
      tokens.set(kind, token)
      actors.set(kind, actor)
    }
  })
  afterAll(() => server.close())

  /** The requests of a clinic, which are built once: there are hundreds, and thousands of calls. */
  const sampleRequests = new Map<TestClinic, ReturnType<typeof createSampleRequests>>()

  function send(name: string, route: Route, clinic: TestClinic, token?: string) {
    const requests = sampleRequests.get(clinic) ?? createSampleRequests(clinic)
    sampleRequests.set(clinic, requests)
    const request = requests[name]
    if (!request) throw new Error(`No sample request for ${name}`)
    return server.call(route, request, token)
  }

  return {
    get server() {
      return server
    },
    tokens,
    actors,
    send,
  }
}
