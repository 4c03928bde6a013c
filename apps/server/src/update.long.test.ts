import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImportLine } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRadiograph } from './testing/dicom/dicom-objects.ts'
import { createClinicCheckout } from './testing/update/clinic-checkout.ts'
import type { ClinicCheckout } from './testing/update/clinic-checkout.ts'

/** Updates a clinic's PC from a remote of git, with the real command, build and server. */
let pc: ClinicCheckout
let token: string
/** The images that a server has acknowledged. */
const acknowledged: number[] = []

const isRoot = process.getuid?.() === 0
const timeout = 240_000

beforeAll(async () => {
  if (!isRoot) return
  pc = await createClinicCheckout()
  const built = await pc.runCommand('build')
  if (built.exitCode !== 0) throw new Error(built.output)
  await pc.service('start')
  await vi.waitUntil(isReady, { timeout: 60_000 })
  const response = await fetch(`${pc.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'staff.en', password: 'Talus-demo-1' }),
  })
  token = response.headers.get('authorization')?.replace('Bearer ', '') ?? ''
}, timeout)
afterAll(() => pc?.close())

const isReady = () =>
  fetch(`${pc.address}/api/health`).then(
    (reply) => reply.ok,
    () => false,
  )

let sent = 0

/** Sends an image; an image counts only if the server has answered that it is stored. */
async function sendImage(): Promise<void> {
  sent += 1
  const reply = await fetch(`${pc.address}/api/image/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body: new Uint8Array(createRadiograph(`update ${sent}`)),
  }).catch(() => undefined)
  const text = await reply?.text().catch(() => '')
  if (reply?.status !== 200 || !text) return
  const { imageId } = ImportLine.parse(JSON.parse(text))
  if (imageId) acknowledged.push(imageId)
}

/** Sends images all the time, also while Talus is stopped, until the work has ended. */
async function whileImagesArrive<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOver = false
  const sending = (async () => {
    while (!isOver) {
      await sendImage()
      await sleep(50)
    }
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await sending
  }
}

function query(sql: string) {
  const database = new DatabaseSync(join(pc.data, 'talus.sqlite'), { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

async function expectNothingLost() {
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
  const recorded = new Set(query('select "id" from "image"').map(({ id }) => Number(id)))
  expect(acknowledged.filter((id) => !recorded.has(id))).toEqual([])
  const twice = 'select 1 from "image" group by "sopInstanceUID" having count(*) > 1'
  expect(query(twice)).toEqual([])
  for (const id of acknowledged.slice(-5)) {
    const reply = await fetch(`${pc.address}/api/image/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await reply.arrayBuffer()
    expect(reply.status).toBe(200)
  }
}

const readPage = async () => (await fetch(`${pc.address}/vue/`)).text()

const listTables = () =>
  query("select name from sqlite_master where type = 'table' and name like 'added%'").map(
    ({ name }) => String(name),
  )

/** A version whose migration creates a table, and then does `more`. */
const createMigration = (table: string, more = '') => ({
  [`apps/server/src/db/migrations/${table}.ts`]: `import type { SchemaBuilder } from '../schema-builder.ts'
export async function add({ db }: SchemaBuilder) {
  await db.schema.createTable('${table}').addColumn('id', 'integer').execute()
  ${more}
}
`,
  'apps/server/src/db/migrate.ts': [
    'const migrations: Readonly<Record<string, (schema: SchemaBuilder) => Promise<void>>> = {',
    `import { add as ${table} } from './migrations/${table}.ts'
const migrations: Readonly<Record<string, (schema: SchemaBuilder) => Promise<void>>> = {
  'zz-${table}': ${table},`,
  ] as const,
})

/** A version that never ends its start. */
const hanging = {
  'apps/server/src/main.ts': [
    'const registry = config.metrics',
    'if (trial) await new Promise(() => setInterval(() => undefined, 1000))\n  const registry = config.metrics',
  ],
} as const

/** Starts an update and kills it with all that it has started, once `isNow` says so of its output. */
async function killUpdateWhen(isNow: (output: string) => boolean) {
  const { child, ended, output } = pc.startCommand('update')
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isNow(output())) {
    if (isOver) throw new Error(`the update ended before it could be killed: ${output()}`)
    await sleep(1)
  }
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await ended
}

/** The new version starts on trial. */
const starts = () => join(pc.data, 'update/starts')
const isTrying = (output: string) => output.includes('6/7') && existsSync(starts())

describe.runIf(isRoot)('the update of a clinic', () => {
  test('refuses a checkout with local changes, and says what is newer', { timeout }, async () => {
    expect(await pc.runCommand('update', ['--check'])).toMatchObject({ exitCode: 0 })
    await pc.release('v2', createMigration('added2'))
    const check = await pc.runCommand('update', ['--check'])
    expect(check).toMatchObject({ exitCode: 10, output: expect.stringContaining('v2') })
    const file = join(pc.clinic, 'tools/backup.ts')
    const before = await readFile(file, 'utf8')
    await writeFile(file, `${before}\n`)
    const refused = await pc.runCommand('update')
    expect(refused.exitCode).toBe(1)
    expect(refused.output).toContain('Files of Talus were changed in this folder: tools/backup.ts')
    await writeFile(file, before)
    await pc.git('remote', 'rename', 'origin', 'gone')
    await pc.git('remote', 'remove', 'gone')
    expect(await pc.runCommand('update')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('has no remote'),
    })
    await pc.git('remote', 'add', 'origin', join(pc.clinic, '../remote'))
    expect(await pc.countStops()).toBe(0)
  })

  test('builds the new version, migrates, and loses no image meanwhile', { timeout }, async () => {
    const { exitCode, output } = await whileImagesArrive(() => pc.runCommand('update'))
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
    expect(output).toContain('7/7')
    expect(await readPage()).toContain('v2')
    expect(listTables()).toEqual(['added2'])
    expect(await pc.git('describe', '--tags')).toBe('v2')
    expect(await pc.git('branch', '--show-current')).toBe('main')
    expect(await readFile(join(pc.data, 'logs/update.log'), 'utf8')).toContain('Talus is updated')
    expect(acknowledged.length).toBeGreaterThan(5)
    await expectNothingLost()
    expect(await pc.countStops()).toBe(1)
    expect(existsSync(join(pc.clinic, '.update/next'))).toBe(false)
    const again = await pc.runCommand('update')
    expect(again).toMatchObject({ exitCode: 0, output: expect.stringContaining('up to date') })
  })

  test('does not stop Talus for a version that cannot be built', { timeout }, async () => {
    await pc.release('v3', {
      'apps/server/src/commands.ts': [
        'import type { Clock }',
        "import './not-there.ts'\nimport type { Clock }",
      ],
    })
    const { exitCode, output } = await whileImagesArrive(() => pc.runCommand('update'))
    expect(exitCode).toBe(1)
    expect(output).toContain('cannot be built here. Talus runs as before.')
    expect(await pc.countStops()).toBe(1)
    expect(await pc.git('describe', '--tags')).toBe('v2')
    await expectNothingLost()
    await pc.withdraw()
  })

  test.for([
    [
      'migration',
      createMigration('added4', "throw new Error('a broken migration')"),
      'a broken migration',
    ],
    [
      'check',
      {
        ...createMigration('added5'),
        'apps/server/src/http/web-pages.ts': ['app.get(basePath, sendPage)', ''],
      },
      'its pages are not there',
    ],
  ] as const)(
    'rolls back a version whose %s fails, with its database',
    { timeout },
    async ([name, changes, reason]) => {
      await pc.release(`bad-${name}`, changes)
      const { exitCode, output } = await whileImagesArrive(() => pc.runCommand('update'))
      expect({ exitCode, output }).toMatchObject({ exitCode: 2 })
      expect(output).toContain(reason)
      expect(output).toContain('Nothing is lost')
      expect(listTables()).toEqual(['added2'])
      expect(await readPage()).toContain('v2')
      expect(await pc.git('describe', '--tags')).toBe('v2')
      expect(await pc.git('status', '--porcelain')).toBe('')
      await expectNothingLost()
      await pc.withdraw()
    },
  )

  test('does not install a version again that was rolled back', { timeout }, async () => {
    await pc.release('bad', createMigration('added4', "throw new Error('a broken migration')"))
    expect(await pc.runCommand('update')).toMatchObject({ exitCode: 2 })
    const stops = await pc.countStops()
    for (const args of [[], ['--check']])
      expect(await pc.runCommand('update', args)).toMatchObject({
        exitCode: 12,
        output: expect.stringMatching(
          /bad .* did not run here on .*a broken migration\n.*--again/su,
        ),
      })
    expect(await pc.countStops()).toBe(stops)
    expect(await pc.runCommand('update', ['--again'])).toMatchObject({ exitCode: 2 })
    await pc.withdraw()
  })

  test(
    'goes on after SIGKILL in the middle, and keeps a version that has passed its trial',
    { timeout },
    async () => {
      await pc.release('v6', createMigration('added6'))
      await whileImagesArrive(() => killUpdateWhen((output) => output.includes('5/7')))
      expect(await isReady()).toBe(false)
      expect(await pc.runCommand('update', ['--check'])).toMatchObject({
        exitCode: 11,
        output: expect.stringMatching(/The update to v6 .* was interrupted .* npm run update/u),
      })
      // This run puts the former version back, begins again, and dies during the trial.
      await whileImagesArrive(() => killUpdateWhen(isTrying))
      await expect.poll(listTables).toEqual(['added2', 'added6'])
      expect(await isReady()).toBe(false)
      const before = acknowledged.length
      // The trial is abandoned: the new version has passed it, and accepts work.
      await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
      await whileImagesArrive(() =>
        vi.waitUntil(() => acknowledged.length > before, { timeout: 20_000 }),
      )
      const { exitCode, output } = await whileImagesArrive(() => pc.runCommand('update'))
      expect({ exitCode, output }).toMatchObject({ exitCode: 0 })
      expect(output).toContain('Talus is up to date: v6')
      expect(await pc.serviceLog()).toContain('Talus is updated to v6')
      expect(await readPage()).toContain('v6')
      expect(listTables()).toEqual(['added2', 'added6'])
      await expectNothingLost()
    },
  )

  test('the service ends the update to a version that hangs on trial', { timeout }, async () => {
    await pc.release('hanging', { ...createMigration('added7'), ...hanging })
    await whileImagesArrive(() => killUpdateWhen(isTrying))
    expect(await pc.runCommand('update', ['--check'])).toMatchObject({ exitCode: 11 })
    await expect.poll(isReady, { timeout: 90_000 }).toBe(true)
    expect(await readPage()).toContain('v6')
    expect(listTables()).toEqual(['added2', 'added6'])
    expect(await pc.serviceLog()).toMatch(/Nothing is lost: v6 .* is back as before the update\./u)
    expect(await pc.runCommand('update')).toMatchObject({ exitCode: 12 })
    await expectNothingLost()
    await pc.withdraw()
  })

  test('npm start puts the former version back before it starts', { timeout }, async () => {
    await pc.removeService()
    await pc.release('hanging-too', { ...createMigration('added8'), ...hanging })
    await killUpdateWhen(isTrying)
    const { child, ended, output } = pc.startCommand('start')
    await expect.poll(isReady, { timeout: 90_000 }).toBe(true)
    expect(output()).toMatch(/Nothing is lost: v6 .* is back as before the update\./u)
    expect(await readPage()).toContain('v6')
    await expectNothingLost()
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
    await pc.withdraw()
  })

  test(
    'a version that ends by itself is quoted, and Talus is not running',
    { timeout },
    async () => {
      await pc.release('ending', {
        'apps/server/src/main.ts': [
          'async function main() {',
          "async function main() {\n  console.error('the disk is from another planet')\n  process.exit(1)",
        ],
      })
      const { exitCode, output } = await pc.runCommand('update')
      expect({ exitCode, output }).toMatchObject({ exitCode: 2 })
      expect(output).toContain('Talus is not running.')
      expect(output).toMatch(/it has ended\. Its last lines:\n +the disk is from another planet/u)
      expect(output).toMatch(/v6 .* is back as before the update\. .* start it with npm start\./u)
      expect(output).not.toContain('runs as before')
      await pc.withdraw()
    },
  )
})
