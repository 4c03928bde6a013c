import { allRoutes, can, getCaseReach, getReach, isCaseReach, routes } from '@talus/contract'
import type { Actor, ErrorReply, Route, UserId } from '@talus/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testEngine } from '../testing/database/test-database.ts'
import { insertUser, userKinds } from '../testing/records/clinics-and-users.ts'
import type { UserKind } from '../testing/records/clinics-and-users.ts'
import { createSampleRequests } from '../testing/server/sample-requests.ts'
import { startTestServer } from '../testing/server/test-server.ts'
import type { TestClinic, TestServer } from '../testing/server/test-server.ts'
import { toRouteUrl } from './mount.ts'
import { createHttpServer } from './server.ts'

/**
 * Tests every route of the contract: which users may call it, and which clinics' records they get.
 */
const kindNames = Object.keys(userKinds) as UserKind[]
/**
 * Permissions are checked in the same code for both databases. On PostgreSQL, where the queries
 * matter, the routes are called by one kind of user for each reach, and by one with every feature.
 */
const callingKinds: readonly UserKind[] =
  testEngine === 'postgres'
    ? ['root', 'contractSuperAdmin', 'clinicAdmin', 'reporter', 'radiologist']
    : kindNames
const closedRoutes = allRoutes.filter(({ route }) => route.needs !== 'nothing')
/** Signing out ends the session that the other tests use. */
const endsSession = (route: Route) => route === routes.auth.logout

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

/** The error code of a response; empty if it is no refusal. */
const getCode = (error: Partial<ErrorReply> | undefined) => error?.code ?? ''

const mayCall = (actor: Actor, { needs }: Route) =>
  needs === 'nothing' || needs === 'sign-in' || can(actor, needs)

test('only these routes are open without a sign-in', () => {
  const open = allRoutes.filter(({ route }) => route.needs === 'nothing')
  expect(open.map(({ route }) => `${route.method} ${route.path}`)).toEqual([
    'GET /health',
    'GET /health/live',
    'GET /health/ready',
    'GET /docs',
    'GET /docs/openapi.json',
    'POST /client-error',
    'POST /auth/login',
    'POST /auth/second-factor',
    'POST /auth/sendreset',
    'POST /auth/reset',
    'GET /document/ticket/:ticket',
    'GET /set-up',
    'POST /set-up/code',
    'POST /set-up',
    'GET /radcase/file/ticket/:ticket',
  ])
})

test('only these routes name no clinic although they need a sign-in', () => {
  const free = closedRoutes.filter(({ route }) => route.clinic === 'none')
  expect(free.map(({ name }) => name)).toEqual([
    'auth.session',
    'auth.logout',
    'account.alive',
    'account.changePassword',
    'account.saveLanguage',
    'account.sessions',
    'account.endSession',
    'account.endOtherSessions',
    'account.secondFactor',
    'account.startSecondFactor',
    'account.confirmSecondFactor',
    'account.renewRecoveryCodes',
    'account.removeSecondFactor',
    'clinic.create',
    'clinic.createWithUser',
    'user.radiologists',
    'breed.list',
    'generator.techniques',
    'generator.overrides',
    'generator.saveOverride',
    'dicomDevice.certificate',
    'dicomInfo.ofThisMachine',
    'emailConfig.defaults',
    'setUp.addresses',
    'radCase.signature',
    'radCase.saveSignature',
    'radCase.signaturePicture',
    'radCase.saveSignaturePicture',
    'radCase.removeSignaturePicture',
    'radCase.macros',
    'radCase.addMacro',
    'radCase.updateMacro',
    'radCase.removeMacro',
    'backup.status',
    'backup.settings',
    'backup.save',
    'backup.check',
    'backup.run',
    'backup.runs',
    'backup.list',
    'backup.oldImages',
    'backup.stop',
  ])
})

test('only these routes reach the cases that are offered or assigned to a radiologist', () => {
  const ofCases = closedRoutes.filter(({ route }) => route.clinic === 'cases')
  expect(ofCases.map(({ name }) => name)).toEqual([
    'image.ofStudy',
    'image.one',
    'image.jpeg',
    'image.metadata',
    'image.pixels',
    'image.overlay',
    'viewerState.ofCase',
    'stack.ofStudy',
    'stack.slices',
    'radCase.list',
    'radCase.page',
    'radCase.stat',
    'radCase.one',
    'radCase.clinicName',
    'radCase.ofStudy',
    'radCase.files',
    'radCase.file',
    'radCase.createFileTicket',
    'radCase.addFiles',
    'radCase.removeFile',
    'radCase.cropAndSave',
    'radCase.report',
    'radCase.createReportTicket',
    'radCase.previewReport',
    'radCase.fileThumbnail',
    'radCase.images',
    'radCase.take',
    'radCase.cancel',
    'radCase.requestMore',
    'radCase.radiologistSubmit',
    'radCase.release',
    'radCase.assign',
    'radCase.reopen',
    'radCase.draft',
    'radCase.saveDraft',
    'radCase.versions',
    'radCase.addAddendum',
    'radCase.thread',
    'radCase.writeMessage',
    'radCase.history',
    'radCase.loss',
    'radCase.reportCritical',
    'radCase.acknowledge',
    'radCase.feedback',
    'radCase.rateImage',
    'radCase.addImages',
    'radCase.markAsTest',
    'radCase.openPage',
    'radCase.closePage',
    'radCase.reportStat',
    'radCase.statistics',
    'radCase.notices',
    'radCase.unreadNotices',
    'radCase.readNotices',
    'radCase.noticePreferences',
    'radCase.saveNoticePreferences',
  ])
})

test('a route without an access rule does not start', async () => {
  const bare = await createHttpServer({
    log: Fastify().log,
    apiBase: '/api/',
    publicUrl: 'http://localhost/',
    trustProxy: false,
    identity: {},
    reportError: () => undefined,
  })
  expect(() => bare.get('/api/back-door', () => 'hello')).toThrow(/no access rule/u)
})

test('every route of the contract is served', () => {
  const prefix = server.config.apiBase.slice(0, -1)
  const missing = allRoutes.filter(
    ({ route: { method, path } }) =>
      !server.app.hasRoute({ method, url: prefix + toRouteUrl(path) }),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

describe.each(closedRoutes)('$name', ({ name, route }) => {
  const keepsSession = !endsSession(route)
  const isAboutClinics = keepsSession && route.clinic !== 'none'

  test('a caller without a valid session is asked to sign in', async () => {
    expect((await send(name, route, server.first)).status).toBe(401)
    expect((await send(name, route, server.first, 'x'.repeat(43))).status).toBe(401)
  })

  test.runIf(keepsSession)('exactly the users with the permission may call it', async () => {
    for (const kind of callingKinds) {
      const actor = actors.get(kind)
      const isAllowed = actor && mayCall(actor, route)
      const { status, error } = await send(name, route, server.first, tokens.get(kind))
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
      const { status, body, error } = await send(name, route, server.second, tokens.get(kind))
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

test('a record of another clinic is answered exactly like one that does not exist', async () => {
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

test('lists filtered by a record of another clinic are empty', async () => {
  const token = tokens.get('staff')
  const { ownerId, patientId } = server.second.records
  const patients = await server.call(routes.patient.list, { query: { ownerId } }, token)
  const studies = await server.call(routes.study.ofPatient, { query: { patientId } }, token)
  expect([patients.status, patients.body, studies.status, studies.body]).toEqual([200, [], 200, []])
})

test('a contract super admin reaches the clinics assigned to them and no others', async () => {
  const { contractSuperAdmin } = server.first.users
  const token = await server.createToken(contractSuperAdmin.id)
  const request = () =>
    server.call(routes.study.worklist, { params: { clinicId: server.second.id } }, token)
  expect((await request()).status).toBe(403)
  await server.unscopedDb
    .insertInto('userClinic')
    .values({ userId: contractSuperAdmin.id, clinicId: server.second.id })
    .execute()
  expect((await request()).body).toMatchObject([{ patientName: `Rex ${server.second.id}` }])
  await server.unscopedDb.deleteFrom('userClinic').execute()
  expect((await request()).status).toBe(403)
})

/** Undoes what the requests above have done: each clinic has one case, which is available. */
async function restoreCases() {
  const { first, second, unscopedDb } = server
  const own = [first, second].map(({ records }) => records.caseId)
  await unscopedDb
    .updateTable('radCase')
    .set({ isDeleted: true })
    .where('id', 'not in', own)
    .execute()
  await unscopedDb
    .updateTable('radCase')
    .set({ status: 1, radiologistId: null, isDeleted: false })
    .where('id', 'in', own)
    .execute()
}

test('cases are counted in the own clinic, and in all clinics for radiologists and super admins', async () => {
  const { first, unscopedDb, passwordHash } = server
  await restoreCases()
  const count = async (token: string | undefined) =>
    (await server.call(routes.radCase.stat, {}, token)).body
  for (const kind of ['doctor', 'clinicAdmin', 'operator'] as const)
    expect([kind, await count(tokens.get(kind))]).toEqual([kind, [{ status: 1, count: 1 }]])
  for (const kind of ['radiologist', 'superAdmin', 'root'] as const)
    expect([kind, await count(tokens.get(kind))]).toEqual([kind, [{ status: 1, count: 2 }]])
  const flags = { doctorCase: true, radiologistCase: true }
  const user = { username: 'asks.and.answers', clinicId: first.id, flags, passwordHash }
  const both = await server.createToken(await insertUser(unscopedDb, user))
  expect(await count(both)).toEqual([{ status: 1, count: 2 }])
})

/** The whole table of routes, read by a radiologist of no clinic. */
describe.each(['a draft', 'a case of another radiologist', 'a deleted case'] as const)(
  'a clinic with nothing but %s',
  (kind) => {
    let token: string

    async function setCases(other: UserId) {
      const change = {
        'a draft': { status: 0, radiologistId: null },
        'a case of another radiologist': { status: 2, radiologistId: other },
        'a deleted case': { status: 1, radiologistId: null, isDeleted: true },
      } as const
      await restoreCases()
      await server.unscopedDb
        .updateTable('radCase')
        .set(change[kind])
        .where('isDeleted', '=', false)
        .execute()
    }

    beforeAll(async () => {
      const { unscopedDb, passwordHash } = server
      const add = (username: string) =>
        insertUser(unscopedDb, {
          username: `${username} ${kind}`,
          clinicId: null,
          flags: { radiologistCase: true },
          passwordHash,
        })
      token = await server.createToken(await add('reader'))
      await setCases(await add('other reader'))
    })
    afterAll(async () => {
      await restoreCases()
    })

    test(`a radiologist reads nothing of a clinic with nothing but ${kind}`, async () => {
      const { id, records } = server.second
      const secrets = [`Rex ${id}`, `Owner ${id}`, '"Second"', records.studyInstanceUID]
      for (const { name, route } of closedRoutes.filter((one) => !endsSession(one.route))) {
        const { status, body } = await send(name, route, server.second, token)
        const text = JSON.stringify(body ?? '')
        expect([name, status, secrets.filter((secret) => text.includes(secret))]).toEqual([
          name,
          status,
          [],
        ])
        // Records that are named by their id do not exist.
        const namesRecord = route.params !== undefined && typeof route.clinic === 'string'
        if (namesRecord && route.clinic !== 'none' && route.method === 'GET' && status !== 403)
          expect([name, status]).toEqual([name, 404])
      }
      // Radiologists know how many cases their colleagues have, and nothing else of them.
      expect((await server.call(routes.radCase.stat, {}, token)).body).toEqual(
        kind === 'a case of another radiologist' ? [{ status: 2, count: 2 }] : [],
      )
    })
  },
)

test('the same parameter twice is refused, in any letter case', async () => {
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
