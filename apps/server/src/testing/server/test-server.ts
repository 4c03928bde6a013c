import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buildPath } from '@talus/contract'
import type {
  RouteResponse,
  RouteRequest,
  ClinicId,
  ErrorReply,
  Route,
  UserId,
} from '@talus/contract'
import { pino } from 'pino'
import { buildApp } from '../../app.ts'
import type { AppDeps } from '../../app.ts'
import { readConfig } from '../../config.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { openFileStore } from '../../files/index.ts'
import type { FileStore } from '../../files/index.ts'
import { authenticate } from '../../features/auth/index.ts'
import { startSession } from '../../features/auth/sessions.service.ts'
import { createSecretBox } from '../../secrets/secret-box.ts'
import { startRenderPool } from '../../workers/index.ts'
import type { RenderPool } from '../../workers/index.ts'
import { insertRecords } from '../records/clinic-records.ts'
import type { ClinicRecords } from '../records/clinic-records.ts'
import { insertClinic, insertUser, userKinds } from '../records/clinics-and-users.ts'
import type { UserKind } from '../records/clinics-and-users.ts'
import { hashPasswordFast } from '../records/fast-password-hash.ts'
import { copyTemplate, createDatabaseTemplate } from '../database/test-database.ts'

export const testPassword = 'Talus-test-1'
const passwordHash = hashPasswordFast(testPassword)

export interface TestResponse<Body> {
  readonly status: number
  /** Valid only if the status is a success. */
  readonly body: Body
  readonly error: ErrorReply
  readonly headers: Readonly<Record<string, unknown>>
}

export interface TestClinic {
  readonly id: ClinicId
  readonly users: Readonly<Record<UserKind, { readonly id: UserId; readonly username: string }>>
  /** Users that requests modify, so that the users who send the requests stay unchanged. */
  readonly targetUsers: Readonly<Record<UserKind, UserId>>
  readonly records: ClinicRecords
}

/** Parts of the server that a test replaces or wraps. */
export interface TestServerOptions extends Pick<
  AppDeps,
  | 'collectReadsMs'
  | 'collectRefusalsMs'
  | 'recheckAccessMs'
  | 'sendLimits'
  | 'readSpace'
  | 'webFolder'
> {
  /** Wraps the real file store, for example to count open files or to fail like a disk. */
  readonly wrapFiles?: (files: FileStore) => FileStore
  /** Wraps the render pool, for example to count its calls or to block them. */
  readonly wrapRenderPool?: (pool: RenderPool) => RenderPool
}

async function addClinic(unscopedDb: UnscopedDb, name: string): Promise<TestClinic> {
  const id = await insertClinic(unscopedDb, name, { email: `${name.toLowerCase()}@example.com` })
  const users: Partial<Record<UserKind, { id: UserId; username: string }>> = {}
  const targetUsers: Partial<Record<UserKind, UserId>> = {}
  const add = (username: string, kind: UserKind) =>
    insertUser(unscopedDb, {
      username,
      clinicId: id,
      flags: userKinds[kind],
      passwordHash,
    })
  for (const kind of Object.keys(userKinds) as UserKind[]) {
    const username = `${kind}.${name}`
    users[kind] = { username, id: await add(username, kind) }
    targetUsers[kind] = await add(`bystander.${username}`, kind)
  }
  const all = users as TestClinic['users']
  return {
    id,
    users: all,
    targetUsers: targetUsers as TestClinic['targetUsers'],
    records: await insertRecords(unscopedDb, id, all.staff.id),
  }
}

const twoClinicsTemplate = createDatabaseTemplate(async ({ unscopedDb }) => ({
  first: await addClinic(unscopedDb, 'First'),
  second: await addClinic(unscopedDb, 'Second'),
}))

const emptyTemplate = createDatabaseTemplate(async () => ({}))

type Environment = Readonly<Record<string, string>>

/** Starts a server with two separate clinics, on a clock that the test controls. */
export const startTestServer = (environment: Environment = {}, options: TestServerOptions = {}) =>
  startServerOn(twoClinicsTemplate, environment, options)

/** The same without any clinic or user. */
export const startEmptyServer = (environment: Environment = {}, options: TestServerOptions = {}) =>
  startServerOn(emptyTemplate, environment, options)

async function startServerOn<Content extends object>(
  createTemplate: ReturnType<typeof createDatabaseTemplate<Content>>,
  environment: Environment,
  { wrapFiles = (files) => files, wrapRenderPool = (pool) => pool, ...parts }: TestServerOptions,
) {
  const folder = await mkdtemp(join(tmpdir(), 'talus-data-'))
  const template = await createTemplate()
  const database = await copyTemplate(template)
  const { unscopedDb } = database
  let now = new Date('2026-03-02T14:00:00.000Z')
  const clock = () => new Date(now)
  const config = readConfig({
    TALUS_DATA: folder,
    DOWNLOADS_FOLDER: join(folder, 'downloads'),
    TALUS_DEMO: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_CALLS_PER_MINUTE: '100000',
    ...environment,
  })
  const files = wrapFiles(await openFileStore({ kind: 'disk', folder: join(folder, 'files') }))
  const log = pino({ level: config.logLevel })
  const secrets = createSecretBox('a key for tests')
  const { app, listenDicom, backups } = await buildApp({
    config,
    database,
    files,
    secrets,
    clock,
    log,
    renderPool: wrapRenderPool(startRenderPool()),
    ...parts,
  })

  async function call<Definition extends Route>(
    definition: Definition,
    request: RouteRequest<Definition, File>,
    token?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestResponse<RouteResponse<Definition>>> {
    const parts = request as {
      params?: Record<string, unknown>
      query?: object
      body?: unknown
      form?: TestForm
    }
    const form = parts.form && (await encodeForm(parts.form))
    const query = new URLSearchParams(
      Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    // An event stream never ends: only its status and headers are read.
    const isEventStream = definition.produces === 'text/event-stream'
    const response = await app.inject({
      payloadAsStream: isEventStream,
      method: definition.method,
      url: `${config.apiBase}${buildPath(definition, parts.params).slice(1)}?${query.toString()}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(form ? { 'content-type': form.type } : {}),
        ...headers,
      },
      ...(parts.body === undefined ? {} : { payload: parts.body as object }),
      ...(form ? { payload: form.bytes } : {}),
    })
    if (isEventStream && response.statusCode === 200) response.stream().destroy()
    const text = isEventStream ? await readText(response.stream()) : response.body
    const body: unknown = text === '' ? undefined : parseIfJson(text)
    return {
      status: response.statusCode,
      body: body as RouteResponse<Definition>,
      error: body as ErrorReply,
      headers: response.headers,
    }
  }

  /** Signs a user in without the cost of a password check. */
  const createToken = (userId: UserId) => startSession({ unscopedDb, clock }, userId, '127.0.0.1')

  return {
    app,
    /** Opens the DICOM ports of its settings; most tests do not need them. */
    listenDicom,
    backups,
    config,
    folder,
    files,
    unscopedDb,
    secrets,
    ...template.content,
    call,
    createToken,
    clock,
    passwordHash,
    findActor: (token: string) => authenticate({ unscopedDb, clock }, token),
    advanceClock: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    close: async () => {
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

export interface TestForm {
  readonly fields: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, readonly File[] | undefined>>
}

/** Encodes a form as a browser does. */
async function encodeForm({ fields, files = {} }: TestForm) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value))
  for (const [name, list = []] of Object.entries(files))
    for (const file of list) data.append(name, file)
  const { headers, body } = new Request('http://localhost', { method: 'POST', body: data })
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  return { type: headers.get('content-type') ?? '', bytes }
}

async function readText(stream: Readable): Promise<string> {
  if (stream.destroyed) return ''
  return Buffer.concat(await stream.toArray()).toString()
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
