// Compares a page of the settings lists with the whole list, for 2,000 clinics and 20,000 users.
import { mkdtemp, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { serverProgram } from '../tools/build/programs.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'

const clinics = 2000
const users = 20_000
const rounds = 15

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const port = await findFreePort()
const base = `http://127.0.0.1:${port}/api`
const env = {
  ...process.env,
  PORT: String(port),
  TALUS_DATA: folder,
  LOG_LEVEL: 'warn',
  TALUS_DEMO_IMAGES: '0',
}

async function start() {
  const child = spawn(process.execPath, [serverProgram], {
    env,
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${base}/health`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady())) await wait(50)
  return async () => {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
}

/**
 * Inserts into the database directly: creating 20,000 users by the API would compute 20,000
 * password hashes.
 */
function fill() {
  const db = new DatabaseSync(join(folder, 'talus.sqlite'))
  db.exec('begin')
  const clinic = db.prepare(
    `insert into clinic (name, search, address, phone, email, aeTitle, clinicType, lang, timeZone, createdOn)
     values (?, ?, 'Street 1', '', '', '', 'Veterinary', 'en', 'UTC', '2026-01-01T00:00:00.000Z') returning id`,
  )
  const ids = Array.from({ length: clinics }, (_one, index) => {
    const name = `Clinic ${String((index * 7919) % clinics).padStart(4, '0')}`
    return Number(clinic.get(name, name.toLowerCase())?.id)
  })
  const profile = db.prepare('insert into permissionProfile (report) values (true) returning id')
  const user = db.prepare(
    `insert into user (username, usernameKey, firstName, lastName, firstNameKey, lastNameKey, search,
       email, passwordHash, createdOn, clinicId, permissionProfileId)
     values (?1, ?1, ?2, ?3, ?2, ?3, ?4, '', 'none', '2026-01-01T00:00:00.000Z', ?5, ?6)`,
  )
  for (let index = 0; index < users; index += 1) {
    const number = (index * 7919) % users
    const name = `user.${String(number).padStart(5, '0')}`
    const first = `first${number % 97}`
    const last = `last${number % 1009}`
    const owner = ids[index % clinics] ?? null
    user.run(name, first, last, `${first} ${last} ${name}`, owner, Number(profile.get()?.id))
  }
  db.exec('commit')
  db.close()
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

try {
  await (
    await start()
  )()
  fill()
  const stop = await start()
  try {
    const signIn = await fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: 'Talus-demo-1' }),
    })
    const authorization = signIn.headers.get('authorization') ?? ''
    const measure = async (path: string) => {
      const times: number[] = []
      let bytes = 0
      for (let round = 0; round < rounds; round += 1) {
        const started = performance.now()
        const reply = await fetch(`${base}${path}`, { headers: { authorization } })
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
        bytes = (await reply.arrayBuffer()).byteLength
        times.push(performance.now() - started)
      }
      return { ms: median(times), kb: bytes / 1024 }
    }
    for (const [whole, pages] of [
      ['/clinic', ['/clinic/page', '/clinic/page?page=100&desc=1', '/clinic/page?search=1999']],
      [
        '/user',
        [
          '/user/page',
          '/user/page?sort=lastName&desc=1&page=1000',
          '/user/page?sort=clinic',
          '/user/page?search=last7+user.0',
        ],
      ],
    ] as const) {
      const all = await measure(whole)
      console.log(`${whole.padEnd(44)} ${all.ms.toFixed(1).padStart(7)} ms ${all.kb.toFixed(0)} kB`)
      for (const path of pages) {
        const page = await measure(path)
        const ratio = (page.ms / all.ms).toFixed(3)
        console.log(
          `  ${path.padEnd(42)} ${page.ms.toFixed(1).padStart(7)} ms ${page.kb.toFixed(0)} kB   ratio ${ratio}`,
        )
      }
    }
  } finally {
    await stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
