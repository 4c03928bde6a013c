import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allRoutes, limits, routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startErrorListener } from '../testing/network/error-listener.ts'
import { startTestServer } from '../testing/server/test-server.ts'
import type { TestServer } from '../testing/server/test-server.ts'

let server: TestServer
let token: string
let webFolder: string
let errors: Awaited<ReturnType<typeof startErrorListener>>
const publicCalls = 12

beforeAll(async () => {
  errors = await startErrorListener()
  webFolder = await mkdtemp(join(tmpdir(), 'talus-web-'))
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<head><!--talus-settings--></head>')
  const environment = {
    SERVER_NAME: 'clinic-pc',
    SERVER_ENVIRONMENT: 'test',
    ERROR_DSN: errors.address,
    PUBLIC_CALLS_PER_MINUTE: String(publicCalls),
    CONTACT_EMAIL: 'help@clinic.example',
    CONTACT_PHONE: '+33 1 23 45 67 89',
    RIGHTS_NOTICE: 'Tous droits réservés </script>',
    LAUNCHER_EXIT_URL: 'http://127.0.0.1:9000/exit',
  }
  server = await startTestServer(environment, { webFolder })
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(async () => {
  await server.close()
  await errors.close()
  await rm(webFolder, { recursive: true })
})

const inject = (
  method: 'GET' | 'POST',
  url: string,
  more: { payload?: string | Buffer; headers?: Record<string, string> } = {},
) => server.app.inject({ method, url, ...more })

test('health answers 200 when ready', async () => {
  const answer = await server.call(routes.system.health, {})
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
})

test('every response has version, name and environment of the server, and is not cached', async () => {
  const { headers } = await server.call(routes.system.health, {})
  expect(headers).toMatchObject({
    'x-server-version': 'V 1.0.0',
    'x-server-name': 'clinic-pc',
    'x-server-environment': 'test',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('an unknown route is answered with 404 in JSON', async () => {
  const response = await inject('GET', '/api/nothing-here')
  expect(response).toRefuse('route/not-found')
})

test.each([
  ['broken JSON', '{"username":', 'application/json', 400, 'request/malformed'],
  ['a list where a form belongs', '[]', 'application/json', 400, 'request/invalid'],
  ['XML', '<a/>', 'application/xml', 415, 'request/unsupported-type'],
  [
    'too much',
    JSON.stringify({ username: 'x'.repeat(1_100_000) }),
    'application/json',
    413,
    'request/too-large',
  ],
  ['a poisoned prototype', '{"__proto__":{"a":1}}', 'application/json', 400, 'request/malformed'],
  [
    'a repeated name',
    '{"username":"a","password":"b","user\\u006eame":"c"}',
    'application/json',
    400,
    'request/malformed',
  ],
  [
    'invalid UTF-8',
    Buffer.from('7b22757365726e616d65223a22c328227d', 'hex'),
    'application/json',
    400,
    'request/malformed',
  ],
  [
    'an unknown field',
    '{"username":"a","pasword":"b"}',
    'application/json',
    400,
    'request/invalid',
  ],
])(
  '%s is refused with a message and without a stack',
  async (_name, payload, type, status, code) => {
    const response = await inject('POST', '/api/auth/login', {
      payload,
      headers: { 'content-type': type },
    })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(response.json().message.length).toBeGreaterThan(5)
    expect(response.body).not.toMatch(/\bat .*\.ts|node_modules/u)
  },
)

test('an undeclared field of a body is refused by its name, also inside of another one', async () => {
  const post = (url: string, payload: object) =>
    inject('POST', url, {
      payload: JSON.stringify(payload),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  const annotation = { bodyPart: 'Chest', view: 'VD' }
  const plan = await post(`/api/study/${server.first.records.studyId}/annotations`, annotation)
  expect(plan).toRefuse('request/invalid')
  expect(plan.json().fields).toEqual({ view: 'The form has no such field' })
  const capture = await post('/api/image/capture-xray', { sensorId: 1, studyId: 1, annotation })
  expect(Object.keys(capture.json().fields)).toEqual(['annotation.view'])
})

test('the record that a client has read can be sent back as a whole', async () => {
  const { body: owner } = await server.call(
    routes.owner.one,
    { params: { id: server.first.records.ownerId } },
    token,
  )
  expect((await server.call(routes.owner.update, { body: owner }, token)).status).toBe(200)
})

test.each(['multipart/mixed; boundary=a', 'application/xml', 'nonsense', 'application/json'])(
  'a body of type %s without a session is answered with 401 before its type is checked',
  async (type) => {
    const headers = { 'content-type': type }
    const response = await inject('POST', '/api/dicom-web/studies', { payload: '--a', headers })
    expect(response).toRefuse('access/sign-in-required')
    const json = await inject('POST', '/api/share', { payload: '--a', headers })
    expect(json).toRefuse('access/sign-in-required')
  },
)

test.each(['abc', '0', '-1', '1.5', '9007199254740993', '1%00', "1'--"])(
  'the id %s is answered as a bad request, not as a failure of the server',
  async (id) => {
    const response = await inject('GET', `/api/study/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.statusCode).toBe(400)
  },
)

test('a record that does not exist is a 404', async () => {
  const answer = await server.call(routes.patient.one, { params: { id: 424_242 } }, token)
  expect(answer).toRefuse('record/not-found')
})

test('a browser may report an error of limited length', async () => {
  const fine = await server.call(routes.system.reportError, { body: { message: 'x is undefined' } })
  expect(fine.status).toBe(204)
  const endless = await server.call(routes.system.reportError, {
    body: { message: 'x'.repeat(3000) },
  })
  expect(endless.status).toBe(400)
})

test('errors of browsers and of the server are sent to the address that is set', async () => {
  const { schema } = server.unscopedDb
  const findStack = (source: 'browser' | 'server', message: string) =>
    errors.reports.find(
      ({ event: { tags, exception } }) =>
        tags.source === source && exception.values[0]?.value.includes(message),
    )?.event.extra.stack
  await server.call(routes.system.reportError, {
    body: { message: 'y is undefined', stack: 'at y (viewer.js:7)' },
  })
  await expect.poll(() => findStack('browser', 'y is undefined')).toBe('at y (viewer.js:7)')
  await schema.alterTable('breed').renameTo('lost').execute()
  const answer = await server.call(routes.breed.list, {}, token)
  await schema.alterTable('lost').renameTo('breed').execute()
  expect([answer.status, Object.keys(answer.error), answer.error.code]).toEqual([
    500,
    ['code', 'message'],
    'server/failed',
  ])
  expect(JSON.stringify(answer.error)).not.toMatch(/\bat .*\.[jt]s|node_modules|breed/u)
  await expect.poll(() => findStack('server', 'breed')).toMatch(/\n\s+at /u)
})

test('browsers at many addresses do not fill the log with error reports', async () => {
  const own = await startErrorListener()
  const other = await startTestServer({ ERROR_DSN: own.address })
  const total = 10 * limits.clientErrorsPerMinute
  for (let call = 0; call < total + 5; call += 1) {
    const { statusCode } = await other.app.inject({
      method: 'POST',
      url: '/api/client-error',
      remoteAddress: `10.3.0.${call}`,
      payload: { message: `flood ${call}` },
    })
    expect(statusCode).toBe(204)
  }
  await expect.poll(() => own.reports.length).toBe(total)
  await other.close()
  await own.close()
  expect(own.reports).toHaveLength(total)
})

test('requests without a sign-in are rate-limited per address', async () => {
  const request = (remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/sendreset',
      remoteAddress,
      payload: { username: 'nobody' },
    })
  for (let call = 0; call < publicCalls; call += 1)
    expect((await request('10.0.0.1')).statusCode).toBe(204)
  const refused = await request('10.0.0.1')
  expect(refused).toRefuse('request/too-many')
  expect((await request('10.0.0.2')).statusCode).toBe(204)
})

test.each([
  ['/api/study/%zz', 400, 'request/malformed'],
  ['/vue/%c3%28', 400, 'request/malformed'],
  [`/api/study/${'9'.repeat(400)}`, 413, 'request/too-large'],
  ['/vue/assets/..%5c..%5cpackage.json', 404, 'route/not-found'],
  ['/vue/assets/..%2f..%2fpackage.json', 404, 'route/not-found'],
  ['/vue/assets/%00', 404, 'route/not-found'],
  ['/vue/assets/missing.js', 404, 'route/not-found'],
  ['/api/nothing-here', 404, 'route/not-found'],
])('the address %s is answered with %s and all headers', async (url, status, code) => {
  const { statusCode, headers, body } = await inject('GET', url)
  expect([statusCode, JSON.parse(body).code]).toEqual([status, code])
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
    ...(url.startsWith('/api')
      ? { 'cache-control': 'no-store', 'x-server-name': 'clinic-pc' }
      : {}),
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  // The address may contain the token of a reset link.
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('a server with a public address of https tells browsers to use https only', async () => {
  const secure = await startTestServer({ PUBLIC_URL: 'https://talus.example/vue' })
  const { headers } = await secure.call(routes.system.health, {})
  await secure.close()
  expect(headers['strict-transport-security']).toBe('max-age=15724800')
  const plain = await server.call(routes.system.health, {})
  expect(plain.headers['strict-transport-security']).toBeUndefined()
})

test('only the scripts of workers may compile WebAssembly', async () => {
  const write = (name: string) => writeFile(join(webFolder, 'assets', name), 'export {}')
  await write('volume.worker-Ab_1-cD2.js')
  await write('studies-Ab_1-cD2.js')
  const getPolicy = async (path: string) =>
    String((await inject('GET', `/vue/${path}`)).headers['content-security-policy'])
  expect(await getPolicy('assets/volume.worker-Ab_1-cD2.js')).toContain("'wasm-unsafe-eval'")
  expect(await getPolicy('assets/studies-Ab_1-cD2.js')).not.toContain('wasm')
  expect(await getPolicy('studylist')).not.toContain('wasm')
})

test('the web page contains its settings, and sends its address to no server', async () => {
  const page = await inject('GET', '/vue/studylist')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  const block = /<script type="application\/json" id="talus-settings">(.*?)<\/script>/u.exec(
    page.body,
  )
  expect(JSON.parse(block?.[1] ?? '')).toEqual({
    variant: 'local',
    basePath: '/vue/',
    apiBase: '/api/',
    contactEmail: 'help@clinic.example',
    contactPhone: '+33 1 23 45 67 89',
    rightsNotice: 'Tous droits réservés </script>',
    launcherExitUrl: 'http://127.0.0.1:9000/exit',
    isDemo: false,
    needsSetUp: false,
  })
})

test('responses contain no passwords, neither of users nor of mailboxes', async () => {
  const root = await server.createToken(server.first.users.root.id)
  const users = await server.call(routes.user.list, {}, root)
  expect(users.body.length).toBeGreaterThan(9)
  expect(JSON.stringify(users.body)).not.toMatch(/argon2|password/iu)
  const mail = await server.call(routes.emailConfig.ofClinic, {}, root)
  expect(mail.body).toMatchObject([{ hasPassword: true, hostName: 'mail.example.com' }])
  expect(JSON.stringify(mail.body)).not.toContain('secret')
})

test('the OpenAPI document describes every route that is served', async () => {
  const document = (await inject('GET', '/api/docs/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths as Record<string, object>).flatMap((path) =>
    Object.values(path as Record<string, { operationId: string }>),
  )
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    allRoutes.map(({ name }) => name).toSorted(),
  )
  expect(document.paths['/auth/login'].post).toMatchObject({
    security: [],
    requestBody: {
      content: { 'application/json': { schema: { required: ['username', 'password'] } } },
    },
  })
  expect(document.paths['/study/{id}'].get.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
  ])
})

test('a form is documented as multipart with its fields, its files and their limits', async () => {
  const document = (await inject('GET', '/api/docs/openapi.json')).json()
  const getSchema = (path: string): unknown =>
    document.paths[path].post.requestBody.content['multipart/form-data'].schema
  expect(getSchema('/study/pdf')).toMatchObject({
    properties: {
      studyId: {},
      fileName: { type: 'string' },
      pdfFile: { type: 'string', format: 'binary' },
    },
    required: ['studyId', 'fileName', 'pdfFile'],
    additionalProperties: false,
  })
  expect(getSchema('/radcase/submit')).toMatchObject({
    properties: { files: { type: 'array', minItems: 0, maxItems: 5 } },
    required: ['model', 'imageIds'],
  })
  const page = (await inject('GET', '/api/docs')).body
  expect(page).toContain('files: 0 to 5, each at most 100 MB, all files at most 100 MB')
})

test('the documentation is a page that names every route', async () => {
  const response = await inject('GET', '/api/docs')
  expect(response.headers['content-type']).toContain('text/html')
  for (const { route } of allRoutes) expect(response.body).toContain(route.path.slice(1))
})
