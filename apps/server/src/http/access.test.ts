import { allRoutes, can, getCaseReach, getReach, isCaseReach } from '@talus/contract'
import type { Actor, ErrorReply, Route } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { testEngine } from '../testing/database/test-database.ts'
import type { UserKind } from '../testing/records/clinics-and-users.ts'
import {
  closedRoutes,
  endsSession,
  kindNames,
  setUpAccess,
} from '../testing/server/access-fixture.ts'
import { toRouteUrl } from './mount.ts'

/**
 * Tests every route of the contract: which users may call it, and which clinics' records they get.
 */
const access = setUpAccess()
const { tokens, actors, send } = access

/**
 * Permissions are checked in the same code for both databases. On PostgreSQL, where the queries
 * matter, the routes are called by one kind of user for each reach, and by one with every feature.
 */
const callingKinds: readonly UserKind[] =
  testEngine === 'postgres'
    ? ['root', 'contractSuperAdmin', 'clinicAdmin', 'reporter', 'radiologist']
    : kindNames

/** The error code of a response; empty if it is no refusal. */
const getCode = (error: Partial<ErrorReply> | undefined) => error?.code ?? ''

const mayCall = (actor: Actor, { needs }: Route) =>
  needs === 'nothing' || needs === 'sign-in' || can(actor, needs)

test('every route of the contract is served', () => {
  const prefix = access.server.config.apiBase.slice(0, -1)
  const missing = allRoutes.filter(
    ({ route: { method, path } }) =>
      !access.server.app.hasRoute({ method, url: prefix + toRouteUrl(path) }),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.each(closedRoutes)('$name', ({ name, route }) => {
  const keepsSession = !endsSession(route)
  const isAboutClinics = keepsSession && route.clinic !== 'none'

  test('a caller without a valid session is asked to sign in', async () => {
    expect((await send(name, route, access.server.first)).status).toBe(401)
    expect((await send(name, route, access.server.first, 'x'.repeat(43))).status).toBe(401)
  })

  test.runIf(keepsSession)('exactly the users with the permission may call it', async () => {
    for (const kind of callingKinds) {
      const actor = actors.get(kind)
      const isAllowed = actor && mayCall(actor, route)
      const { status, error } = await send(name, route, access.server.first, tokens.get(kind))
      if (!isAllowed) {
        expect([kind, status, error.code]).toEqual([kind, 403, 'access/forbidden'])
        continue
      }
      // Rules about who may act on whom are checked later, and refused with codes of their own.
      const isRefused = status === 500 || getCode(error).startsWith('access/')
      expect([kind, status, isRefused]).toEqual([kind, status, false])
    }
  })

  test.runIf(isAboutClinics)('no record of another clinic is returned', async () => {
    for (const kind of callingKinds) {
      const actor = actors.get(kind)
      if (!actor || getReach(actor) === 'every-clinic') continue
      if (!mayCall(actor, route)) continue
      // The case of the second clinic is offered to every radiologist.
      if (route.clinic === 'cases' && isCaseReach(getCaseReach(actor))) continue
      const { status, body, error } = await send(
        name,
        route,
        access.server.second,
        tokens.get(kind),
      )
      // There is no generator here, which is found before any record is looked up.
      if (status === 501 && error.code === 'device/no-generator') continue
      if (typeof route.clinic === 'object')
        expect([kind, status, error.code]).toEqual([kind, 403, 'access/other-clinic'])
      // A request without its file is refused before any record is looked up.
      else if (route.stream !== undefined && status === 415) continue
      else if (status === 200)
        expect([kind, JSON.stringify(body)]).not.toEqual([kind, expect.stringContaining('Second')])
      else expect([kind, status, error.code]).toEqual([kind, 404, 'record/not-found'])
    }
  })
})
