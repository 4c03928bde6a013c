import { allRoutes, can, reachOf, routes } from '@talus/contract'
import type { Actor, ErrorReply, Route } from '@talus/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUser, kinds } from '../testing/people.ts'
import type { Kind } from '../testing/people.ts'
import { sampleRequests } from '../testing/sample-requests.ts'
import { testServer } from '../testing/test-server.ts'
import type { TestClinic, TestServer } from '../testing/test-server.ts'
import { routeUrl } from './mount.ts'
import { httpServer } from './server.ts'

/** Goes through the whole route table: who gets in, and whose records they see. */
const kindNames = Object.keys(kinds) as Kind[]
const closedRoutes = allRoutes.filter(({ route }) => route.needs !== 'nothing')
/** Ends the session that the rest of the test would use. */
const endsSession = (route: Route) => route === routes.auth.logout

let server: TestServer
const tokens = new Map<Kind, string>()
const actors = new Map<Kind, Actor>()

beforeAll(async () => {
  server = await testServer()
  for (const kind of kindNames) {
    const token = await server.tokenOf(server.first.people[kind].id)
    const actor = await server.actorOf(token)
    if (!actor) throw new Error(`${kind} is not signed in`)
    tokens.set(kind, token)
    actors.set(kind, actor)
  }
})
afterAll(() => server.close())

function send(name: string, route: Route, clinic: TestClinic, token?: string) {
  const request = sampleRequests(clinic)[name]
  if (!request) throw new Error(`No sample request for ${name}`)
  return server.call(route, request, token)
}

/** An answer that is no refusal has none. */
const codeOf = (error: Partial<ErrorReply> | undefined) => error?.code ?? ''

const mayCall = (actor: Actor, { needs }: Route) =>
  needs === 'nothing' || needs === 'sign-in' || can(actor, needs)

test('only these routes are open to anyone', () => {
  const open = allRoutes.filter(({ route }) => route.needs === 'nothing')
  expect(open.map(({ route }) => `${route.method} ${route.path}`)).toEqual([
    'GET /health',
    'GET /docs',
    'GET /docs/openapi.json',
    'POST /client-error',
    'POST /auth/login',
    'POST /auth/sendreset',
    'POST /auth/reset',
  ])
})

test('only these routes name no clinic although they need a sign-in', () => {
  const free = closedRoutes.filter(({ route }) => route.clinic === 'none')
  expect(free.map(({ name }) => name)).toEqual([
    'auth.session',
    'auth.logout',
    'clinic.create',
    'clinic.createWithUser',
    'user.radiologists',
    'breed.list',
    // Of the machine: nobody knows yet whose they are.
    'image.unassigned',
    'image.unassignedPicture',
    'viewerState.ofCase',
    'sensor.ofThisMachine',
    'sensor.list',
    'sensor.status',
    'sensor.events',
    'generator.power',
    'generator.status',
    'generator.events',
    'generator.order',
    'generator.scales',
    'generator.techniques',
    'generator.overrides',
    'generator.saveOverride',
    'dicomInfo.ofThisMachine',
    'emailConfig.defaults',
    'radCase.list',
    'radCase.stat',
    'radCase.reportStat',
    'radCase.one',
    'radCase.clinicName',
    'radCase.files',
    'radCase.file',
    'radCase.report',
    'radCase.take',
    'radCase.cancel',
    'radCase.requestMore',
    'radCase.radiologistSubmit',
    'radCase.cropAndSave',
  ])
})

test('a route without an access rule does not start', async () => {
  const bare = await httpServer({
    log: Fastify().log,
    apiBase: '/api/',
    trustProxy: false,
    identity: {},
    reportError: () => undefined,
  })
  expect(() => bare.get('/api/back-door', () => 'hello')).toThrow(/no access rule/u)
})

test('every route of the contract is served', () => {
  const prefix = server.config.apiBase.slice(0, -1)
  const missing = allRoutes.filter(
    ({ route: { method, path } }) => !server.app.hasRoute({ method, url: prefix + routeUrl(path) }),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.each(closedRoutes)('$name', ({ name, route }) => {
  const keepsSession = !endsSession(route)
  const isAboutClinics = keepsSession && route.clinic !== 'none'

  test('asks strangers to sign in', async () => {
    expect((await send(name, route, server.first)).status).toBe(401)
    expect((await send(name, route, server.first, 'x'.repeat(43))).status).toBe(401)
  })

  test.runIf(keepsSession)('lets in exactly those who may', async () => {
    for (const kind of kindNames) {
      const actor = actors.get(kind)
      const isAllowed = actor && mayCall(actor, route)
      const { status, error } = await send(name, route, server.first, tokens.get(kind))
      if (!isAllowed) {
        expect([kind, status, error.code]).toEqual([kind, 403, 'access/forbidden'])
        continue
      }
      // What somebody may do to whom is refused with words of its own, further in.
      const isTurnedAway = status === 500 || codeOf(error).startsWith('access/')
      expect([kind, status, isTurnedAway]).toEqual([kind, status, false])
    }
  })

  test.runIf(isAboutClinics)('gives nothing of another clinic away', async ({ skip }) => {
    for (const kind of kindNames) {
      const actor = actors.get(kind)
      if (!actor || reachOf(actor) === 'every-clinic') continue
      if (!mayCall(actor, route)) continue
      const { status, body, error } = await send(name, route, server.second, tokens.get(kind))
      // A named clinic is refused all the same; a record cannot be looked up before there is code to do it.
      if (status === 501 && route.clinic === 'reach') skip('not built yet: nothing to prove')
      if (typeof route.clinic === 'object')
        expect([kind, status, error.code]).toEqual([kind, 403, 'access/other-clinic'])
      // A request without its file is turned away before anything is looked up.
      else if (route.stream !== undefined && status === 415) continue
      else if (status === 200)
        expect([kind, JSON.stringify(body)]).not.toEqual([kind, expect.stringContaining('Second')])
      else expect([kind, status, error.code]).toEqual([kind, 404, 'record/not-found'])
    }
  })
})

test('a record of another clinic is told exactly like one that does not exist', async () => {
  const token = tokens.get('staff')
  const foreign = await server.call(
    routes.study.one,
    { params: { id: server.second.records.studyId } },
    token,
  )
  const missing = await server.call(routes.study.one, { params: { id: 999_999 } }, token)
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(missing.body)
})

test('lists filtered by a foreign record are empty', async () => {
  const token = tokens.get('staff')
  const { ownerId, patientId } = server.second.records
  const patients = await server.call(routes.patient.list, { query: { ownerId } }, token)
  const studies = await server.call(routes.study.ofPatient, { query: { patientId } }, token)
  expect([patients.status, patients.body, studies.status, studies.body]).toEqual([200, [], 200, []])
})

test('a contract super admin reaches the clinics assigned to him and no others', async () => {
  const { contractSuperAdmin } = server.first.people
  const token = await server.tokenOf(contractSuperAdmin.id)
  const asks = () =>
    server.call(routes.study.worklist, { params: { clinicId: server.second.id } }, token)
  expect((await asks()).status).toBe(403)
  await server.unscopedDb
    .insertInto('userClinic')
    .values({ userId: contractSuperAdmin.id, clinicId: server.second.id })
    .execute()
  expect((await asks()).body).toMatchObject([{ patientName: `Rex ${server.second.id}` }])
  await server.unscopedDb.deleteFrom('userClinic').execute()
  expect((await asks()).status).toBe(403)
})

test('cases are counted in the own clinic, and in all of them by those who answer them', async () => {
  const { first, unscopedDb, passwordHash } = server
  const counted = async (token: string | undefined) =>
    (await server.call(routes.radCase.stat, {}, token)).body
  for (const kind of ['doctor', 'clinicAdmin', 'operator'] as const)
    expect([kind, await counted(tokens.get(kind))]).toEqual([kind, [{ status: 1, count: 1 }]])
  for (const kind of ['radiologist', 'superAdmin', 'root'] as const)
    expect([kind, await counted(tokens.get(kind))]).toEqual([kind, [{ status: 1, count: 2 }]])
  const flags = { doctorCase: true, radiologistCase: true }
  const user = { username: 'asks.and.answers', clinicId: first.id, flags, passwordHash }
  const both = await server.tokenOf(await insertUser(unscopedDb, user))
  expect(await counted(both)).toEqual([{ status: 1, count: 2 }])
})

test('the same parameter twice is refused, in whatever case', async () => {
  const { config, app, first, second } = server
  for (const query of [
    `ClinicId=${first.id}&ClinicId=${second.id}`,
    `ClinicId=${first.id}&clinicid=${second.id}`,
  ]) {
    const response = await app.inject({
      url: `${config.apiBase}owner?${query}`,
      headers: { authorization: `Bearer ${tokens.get('staff')}` },
    })
    expect(response.statusCode).toBe(400)
  }
})

test('paths are matched without regard to case', async () => {
  const response = await server.app.inject({
    url: `${server.config.apiBase}STUDY/Worklist/${server.first.id}`,
    headers: { authorization: `Bearer ${tokens.get('staff')}` },
  })
  const rows = response.json<{ patientDatabaseId: number }[]>()
  expect(new Set(rows.map((row) => row.patientDatabaseId))).toEqual(
    new Set([server.first.records.patientId]),
  )
})
