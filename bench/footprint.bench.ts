// Memory of the idle server and the time of a restart, beside Orthanc where it is installed.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../tools/child.ts'
import { freePort } from '../tools/testing/free-port.ts'
import { onPath } from '../tools/testing/programs.ts'
import { buildWeb } from '../tools/build/web.ts'

const rounds = 5

interface Footprint {
  readonly readyMs: number
  readonly idleMb: number
}

async function measure(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  url: string,
): Promise<Footprint> {
  const started = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const isReady = () =>
    fetch(url).then(
      (reply) => reply.status < 500,
      () => false,
    )
  while (!(await isReady())) await wait(20)
  const readyMs = performance.now() - started
  await wait(3000)
  // The group of npm start has a launcher besides the server; both are counted.
  const idleMb = await residentMb(child.pid ?? 0)
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  return { readyMs, idleMb }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const own = Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(
    children.trim().split(' ').filter(Boolean).map(Number).map(residentMb),
  )
  return own + below.reduce((sum, mb) => sum + mb, 0)
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

function report(name: string, footprints: readonly Footprint[]) {
  const ready = median(footprints.map(({ readyMs }) => readyMs))
  const idle = median(footprints.map(({ idleMb }) => idleMb))
  console.log(
    `${name.padEnd(28)} ready in ${ready.toFixed(0).padStart(5)} ms   idle ${idle.toFixed(0).padStart(4)} MB`,
  )
}

await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
try {
  const port = String(await freePort())
  const env = { PORT: port, TALUS_DATA: join(folder, 'talus'), LOG_LEVEL: 'warn' }
  const url = `http://127.0.0.1:${port}/api/health`
  const start = () => measure(process.execPath, [join(root, 'tools/start.ts')], env, url)
  report('Talus, first start', [await start()])

  const orthanc = await onPath(['Orthanc'])
  const orthancPort = await freePort()
  const settings = join(folder, 'orthanc.json')
  await writeFile(
    settings,
    JSON.stringify({
      HttpPort: orthancPort,
      DicomPort: await freePort(),
      StorageDirectory: join(folder, 'orthanc'),
      AuthenticationEnabled: false,
    }),
  )
  const ours: Footprint[] = []
  const theirs: Footprint[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await start())
    if (orthanc)
      theirs.push(await measure(orthanc, [settings], {}, `http://127.0.0.1:${orthancPort}/system`))
  }
  report('Talus, started again', ours)
  if (orthanc) report('Orthanc, started again', theirs)
  else console.log('Orthanc is not installed (Debian: orthanc); nothing to compare with.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
