// Measures the list, a page and the counts of 50,000 cases on SQLite, for a radiologist, a clinic and
// an administrator.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { serverProgram } from '../tools/build/programs.ts'

const cases = 50_000
const rounds = 200

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const port = await findFreePort()
const base = `http://127.0.0.1:${port}/api`
const env = {
  ...process.env,
  PORT: String(port),
  TALUS_DATA: folder,
  LOG_LEVEL: 'warn',
  TALUS_DEMO_IMAGES: '0',
  DICOM_PORT: 'off',
  DICOM_TLS_PORT: 'off',
  BRIDGE: 'off',
}

async function start() {
  const child = spawn(process.execPath, [serverProgram], { env, stdio: 'ignore' })
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

/** Copies a demo case: 45,000 finalized ones, and 1,000 to 2,000 in each other status. */
function fill() {
  const db = new DatabaseSync(join(folder, 'talus.sqlite'))
  const columns = (db.prepare('pragma table_info(radCase)').all() as { readonly name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
  const changed: Readonly<Record<string, string>> = {
    status: 'case when n.i % 10 < 9 then 4 else 1 + (n.i / 10) % 5 end',
    submitOn: `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || (n.i * 20) || ' minutes')`,
    dueOn: `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-02', '+' || (n.i * 20) || ' minutes')`,
    patientName: `'Patient ' || n.i`,
    searchText: `'patient ' || n.i`,
    dueNotice: '2',
    requestKey: 'null',
    isDeleted: '0',
    isTest: '0',
    clinicId: 'c.clinicId',
  }
  const values = columns.map((name) => changed[name] ?? `c."${name}"`).join(', ')
  const names = columns.map((name) => `"${name}"`).join(', ')
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${cases})
    insert into radCase (${names}) select ${values}
    from n join (select * from radCase where radiologistId is not null limit 1) c`)
  db.close()
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

async function measure(username: string) {
  const signIn = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Talus-demo-1' }),
  })
  const headers = { authorization: signIn.headers.get('authorization') ?? '' }
  for (const path of [
    'radcase/cases/stat',
    'radcase/cases?status=1',
    'radcase/cases/page?status=1',
    'radcase/cases/page?status=4',
    'radcase/cases/page?status=4&page=900',
    'radcase/cases/page?status=4&search=patient+4711',
  ]) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      const reply = await fetch(`${base}/${path}`, { headers })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
      times.push(performance.now() - began)
    }
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    console.log(`${username} ${path}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  }
}

try {
  await (
    await start()
  )()
  fill()
  const stop = await start()
  try {
    for (const username of ['rad1', 'doctor.en', 'root']) await measure(username)
  } finally {
    await stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
