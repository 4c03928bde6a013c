// Measures the time of a restart and the memory of the idle server, and of Orthanc if it is
// installed. The first start generates the demo images and calibrates their panels before the
// server is idle.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildPrograms } from '../tools/build/programs.ts'
import { buildWeb } from '../tools/build/web.ts'
import { root } from '../tools/child.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { findOnPath } from '../tools/testing/programs.ts'
import { median, readResidentMb, waitUntilIdle } from './support/measure.ts'

const rounds = 5
/** Idle worker threads are ended within this time. */
const threadsMs = 125_000

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly url: string
}

interface Footprint {
  readonly readyMs: number
  readonly idleMb: number
  /** Memory of its child processes: the bridge. */
  readonly childrenMb: number
}

async function measure({ command, args, env, url }: Program, restMs: number): Promise<Footprint> {
  const started = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const pid = child.pid ?? 0
  const isReady = () =>
    fetch(url).then(
      (reply) => reply.status < 500,
      () => false,
    )
  while (!(await isReady())) await wait(20)
  const readyMs = performance.now() - started
  if (restMs > 0) await waitUntilIdle(pid)
  await wait(restMs)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const childSizes = await Promise.all(
    children.trim().split(' ').filter(Boolean).map(Number).map(readResidentMb),
  )
  const idleMb = await readResidentMb(pid)
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return { readyMs, idleMb, childrenMb: childSizes.reduce((sum, mb) => sum + mb, 0) }
}

const report = (name: string, readyMs: number, { idleMb, childrenMb }: Footprint) =>
  console.log(
    `${name.padEnd(24)} ready in ${readyMs.toFixed(0).padStart(5)} ms   idle ${idleMb.toFixed(0).padStart(4)} MB, child processes ${childrenMb.toFixed(0)} MB`,
  )

await buildWeb()
await buildPrograms()
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
try {
  const port = String(await findFreePort())
  const talus: Program = {
    command: process.execPath,
    args: [join(root, 'tools/start.ts')],
    env: {
      PORT: port,
      TALUS_DATA: join(folder, 'talus'),
      LOG_LEVEL: 'warn',
      DICOM_PORT: String(await findFreePort()),
      DICOM_TLS_PORT: String(await findFreePort()),
      BRIDGE_PORT: String(await findFreePort()),
    },
    url: `http://127.0.0.1:${port}/api/health`,
  }
  const first = await measure(talus, threadsMs)
  report('Talus, first start', first.readyMs, first)

  const command = await findOnPath(['Orthanc'])
  const orthancPort = await findFreePort()
  const settings = join(folder, 'orthanc.json')
  await writeFile(
    settings,
    JSON.stringify({
      HttpPort: orthancPort,
      DicomPort: await findFreePort(),
      StorageDirectory: join(folder, 'orthanc'),
      AuthenticationEnabled: false,
    }),
  )
  const orthanc: Program | undefined = command
    ? { command, args: [settings], env: {}, url: `http://127.0.0.1:${orthancPort}/system` }
    : undefined
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push((await measure(talus, 0)).readyMs)
    if (orthanc) theirs.push((await measure(orthanc, 0)).readyMs)
  }
  report('Talus, started again', median(ours), await measure(talus, threadsMs))
  if (orthanc) report('Orthanc, started again', median(theirs), await measure(orthanc, 3000))
  else console.log('Orthanc is not installed (Debian: orthanc); nothing to compare with.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
