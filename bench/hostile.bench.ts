// Sends every kind of hostile file at full size through every way in to a running server, and
// measures what it does to other users: the delay of `health`, and the memory of the server.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { hostileKinds } from '../apps/server/src/testing/hostile/hostile-files.ts'
import { runHostile } from '../apps/server/src/testing/hostile/run-hostile.ts'
import { waysIn } from '../apps/server/src/testing/hostile/send-hostile.ts'
import { startServer } from '../apps/server/src/testing/server/server-process.ts'

const sizes: Readonly<Record<string, number>> = {
  'multi-frame': 400_000_000,
  'lying offset table': 400_000_000,
  'no offset table': 400_000_000,
  'long private value': 300_000_000,
  'no pixel data': 200_000_000,
  zeros: 200_000_000,
  'many values': 200_000_000,
  'large frame': 128_000_000,
  'zip bomb': 200_000_000,
}
const usualSize = 20_000_000
const limits = { busyMs: 200, riseMb: 300 }

const chosen = process.env['HOSTILE_KINDS']?.split(',')
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const dropFolder = join(folder, 'drop')
await mkdir(dropFolder)
const bridgePort = String(await findFreePort())
const server = await startServer(
  {
    TALUS_DATA: folder,
    DICOM_PORT: '0',
    LOG_LEVEL: 'error',
    BRIDGE_PORT: bridgePort,
    BRIDGE_GENERAL: 'folder',
    BRIDGE_GENERAL_FOLDER: dropFolder,
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_ARENA_MAX: '2',
  },
  [],
  ['--with-bridge'],
)
try {
  const base = `${server.address}/api`
  const signedIn = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const target = {
    base,
    authorization: signedIn.headers.get('authorization') ?? '',
    dicomPort: server.dicomPort,
    calledTitle: 'TALUS_EN',
    pid: server.child.pid ?? 0,
    dropFolder,
  }
  console.log(
    'kind                      way            health p99      max  main thread  memory   time  outcome',
  )
  const getBytes = (kind: string) => sizes[kind] ?? usualSize
  const kinds = hostileKinds.filter((kind) => !chosen || chosen.includes(kind))
  let [worstMs, worstMb, beyond] = [0, 0, 0]
  for await (const found of runHostile({
    target,
    ways: waysIn,
    getBytes,
    kinds,
    pauseMs: 1000,
    intervalMs: 10,
  })) {
    const { kind, way, p99Ms, maxMs, busyMs, riseMb, seconds, said, failures } = found
    const isBeyond = busyMs > limits.busyMs || riseMb > limits.riseMb || failures > 0
    worstMs = Math.max(worstMs, busyMs)
    worstMb = Math.max(worstMb, riseMb)
    if (isBeyond) beyond += 1
    console.log(
      `${kind.padEnd(25)} ${way.padEnd(14)} ${p99Ms.toFixed(0).padStart(7)} ms ${maxMs.toFixed(0).padStart(5)} ms ${busyMs.toFixed(0).padStart(9)} ms ${riseMb.toFixed(0).padStart(5)} MB ${seconds.toFixed(1).padStart(5)} s  ${said.slice(0, 90)}${isBeyond ? '  BEYOND THE LIMITS' : ''}`,
    )
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new Error(`the server has ended: ${server.output().slice(-2000)}`)
  }
  console.log(
    `worst: ${worstMs.toFixed(0)} ms of the main thread, ${worstMb.toFixed(0)} MB; beyond the limits: ${beyond}; the server is alive`,
  )
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
