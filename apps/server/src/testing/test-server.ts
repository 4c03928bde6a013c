import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathOf } from '@talus/contract'
import type { AnswerOf, CallOf, ClinicId, ErrorReply, Route, UserId } from '@talus/contract'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import type { AppDeps } from '../app.ts'
import { readConfig } from '../config.ts'
import type { UnscopedDb } from '../db/open.ts'
import { openFiles } from '../files/index.ts'
import type { FileStore } from '../files/index.ts'
import { authenticate } from '../features/auth/index.ts'
import { begin } from '../features/auth/sessions.service.ts'
import { secretBox } from '../secrets/secret-box.ts'
import { startPictures } from '../workers/index.ts'
import type { Pictures } from '../workers/index.ts'
import { insertRecords } from './clinic-records.ts'
import type { ClinicRecords } from './clinic-records.ts'
import { insertClinic, insertUser, kinds } from './people.ts'
import type { Kind } from './people.ts'
import { quickHash } from './quick-hash.ts'
import { copyOf, databaseTemplate } from './test-database.ts'

export const testPassword = 'Talus-test-1'
const passwordHash = quickHash(testPassword)

export interface Answer<Body> {
  readonly status: number
  /** Only to be read after a look at the status. */
  readonly body: Body
  readonly error: ErrorReply
  readonly headers: Readonly<Record<string, unknown>>
}

export interface TestClinic {
  readonly id: ClinicId
  readonly people: Readonly<Record<Kind, { readonly id: UserId; readonly username: string }>>
  /** People to whom things are done, so that those who act in a test stay as they are. */
  readonly bystanders: Readonly<Record<Kind, UserId>>
  readonly records: ClinicRecords
}

/** What a test gives the server instead of its own, or around it. */
export interface TestParts extends Pick<AppDeps, 'sendLimits' | 'webFolder'> {
  /** Around the real store: counts what is open, breaks like a disk. */
  readonly aroundFiles?: (files: FileStore) => FileStore
  /** Around those that make pictures: counts them, takes for ever. */
  readonly aroundPictures?: (pictures: Pictures) => Pictures
}

async function addClinic(unscopedDb: UnscopedDb, name: string): Promise<TestClinic> {
  const id = await insertClinic(unscopedDb, name, { email: `${name.toLowerCase()}@example.com` })
  const people: Partial<Record<Kind, { id: UserId; username: string }>> = {}
  const bystanders: Partial<Record<Kind, UserId>> = {}
  const add = (username: string, kind: Kind) =>
    insertUser(unscopedDb, {
      username,
      clinicId: id,
      flags: kinds[kind],
      passwordHash,
    })
  for (const kind of Object.keys(kinds) as Kind[]) {
    const username = `${kind}.${name}`
    people[kind] = { username, id: await add(username, kind) }
    bystanders[kind] = await add(`bystander.${username}`, kind)
  }
  const all = people as TestClinic['people']
  return {
    id,
    people: all,
    bystanders: bystanders as TestClinic['bystanders'],
    records: await insertRecords(unscopedDb, id, all.staff.id),
  }
}

const twoClinics = databaseTemplate(async ({ unscopedDb }) => ({
  first: await addClinic(unscopedDb, 'First'),
  second: await addClinic(unscopedDb, 'Second'),
}))

/** A running server with two clinics that know nothing of each other, on a clock of its own. */
export async function testServer(
  environment: Readonly<Record<string, string>> = {},
  {
    aroundFiles = (files) => files,
    aroundPictures = (pictures) => pictures,
    ...parts
  }: TestParts = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'talus-data-'))
  const template = await twoClinics()
  const database = await copyOf(template)
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
  const files = aroundFiles(await openFiles({ kind: 'disk', folder: join(folder, 'files') }))
  const log = pino({ level: config.logLevel })
  const secrets = secretBox('a key for tests')
  const { app, listenDicom } = await buildApp({
    config,
    database,
    files,
    secrets,
    clock,
    log,
    pictures: aroundPictures(startPictures()),
    ...parts,
  })

  async function call<Definition extends Route>(
    definition: Definition,
    given: CallOf<Definition>,
    token?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<AnswerOf<Definition>>> {
    const parts = given as { params?: Record<string, unknown>; query?: object; body?: unknown }
    const query = new URLSearchParams(
      Object.entries(parts.query ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    // An answer without an end is looked at and left.
    const isEndless = definition.produces === 'text/event-stream'
    const response = await app.inject({
      payloadAsStream: isEndless,
      method: definition.method,
      url: `${config.apiBase}${pathOf(definition, parts.params).slice(1)}?${query.toString()}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(parts.body === undefined ? {} : { payload: parts.body as object }),
    })
    if (isEndless && response.statusCode === 200) response.stream().destroy()
    const text = isEndless ? await textOf(response.stream()) : response.body
    const body: unknown = text === '' ? undefined : tryJson(text)
    return {
      status: response.statusCode,
      body: body as AnswerOf<Definition>,
      error: body as ErrorReply,
      headers: response.headers,
    }
  }

  /** Signed in without the cost of a password check. */
  const tokenOf = (userId: UserId) => begin({ unscopedDb, clock }, userId, '127.0.0.1')

  return {
    app,
    /** Opens the DICOM ports of its settings, which other tests leave alone. */
    listenDicom,
    config,
    folder,
    files,
    unscopedDb,
    secrets,
    ...template.content,
    call,
    tokenOf,
    clock,
    passwordHash,
    actorOf: (token: string) => authenticate({ unscopedDb, clock }, token),
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    close: async () => {
      await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof testServer>>

async function textOf(stream: Readable): Promise<string> {
  if (stream.destroyed) return ''
  return Buffer.concat(await stream.toArray()).toString()
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
