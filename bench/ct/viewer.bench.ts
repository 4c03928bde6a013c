// Measures how a CT study of 500 slices opens, scrolls and is left, and compares OHIF in the same
// run: on our DICOMweb and, if it is installed, on Orthanc. Both run without a graphics card, with
// warm caches, one warm-up first. The viewers alternate. OHIF loads a few slices in its usual layout,
// so its first slice is compared in that one, and the whole volume in its layout of three planes.
// ROUNDS (5), SLICES (500), MEGABITS (100,20) and OHIF (0: ours alone) can be set.
// Needs a browser, and the npm registry for the package of OHIF.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchOhif, serveOhif } from '../../e2e/support/ohif.ts'
import { buildWeb } from '../../tools/build/web.ts'
import { findBrowser } from '../../tools/testing/browser.ts'
import { startServer } from '../../tools/testing/test-server.ts'
import { median, readCpuSeconds, waitUntilIdle, waitUntilQuiet } from '../support/measure.ts'
import { startOrthanc } from '../support/orthanc.ts'
import { startSlowProxy } from '../support/slow-proxy.ts'
import { signIn, storeFile } from '../support/talus-client.ts'
import { openBrowser, openOurs, openTheirs } from './open-study.ts'
import type { Opened, OurOpened, TheirOpened } from './open-study.ts'
import { createSliceFile, isReal, loadSlices } from './series.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const count = Number(process.env.SLICES ?? 500)
const subject = { study: '2.25.70003', patient: 'CTBENCH' }

const executablePath = await findBrowser()
const isAlone = process.env.OHIF === '0'
const ohif = isAlone ? undefined : fetchOhif()
if (executablePath === undefined) throw new Error('There is no browser')
if (ohif === undefined && !isAlone)
  throw new Error('OHIF cannot be fetched from the registry of npm')
await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const talus = await startServer()
const orthanc = isAlone ? undefined : await startOrthanc(folder)
const token = await signIn(talus.url)

const { getValues } = await loadSlices()
for (let index = 0; index < count; index += 1) {
  const body = createSliceFile(getValues(index), index, subject)
  await storeFile(talus.url, token, body)
  if (orthanc) await fetch(`${orthanc.url}/instances`, { method: 'POST', body })
}
const packing = await readCpuSeconds(talus.pid)
await waitUntilIdle(talus.pid)
console.log(
  `${count} slices of 512 × 512 × 16 bit, ${isReal ? 'a real chest' : 'simulated'}; packed in advance in ` +
    `${((await readCpuSeconds(talus.pid)) - packing).toFixed(1)} s of processor time`,
)

const onOurs = ohif === undefined ? undefined : await serveOhif(ohif, token, `${talus.url}/api/`)
const onOrthanc =
  ohif !== undefined && orthanc ? await serveOhif(ohif, '', `${orthanc.url}/`) : undefined
const ours: OurOpened[] = []
const profile = (name: string) => openBrowser(join(folder, name), executablePath)
const show = (list: readonly number[], digits = 0) => median(list).toFixed(digits)
const pickOurs = (key: keyof OurOpened) => ours.map((one) => one[key])

async function measureOurs(url = talus.url) {
  await waitUntilQuiet()
  const context = await profile(`ours-${new URL(url).port}`)
  try {
    return await openOurs(context, { url, token, serverPid: talus.pid, ...subject })
  } finally {
    await context.close()
  }
}

type Ohif = NonNullable<typeof onOurs>
interface Theirs {
  readonly name: string
  readonly site: Ohif
  readonly opened: TheirOpened[]
}
const theirs: Theirs[] = []
if (onOurs) theirs.push({ name: 'OHIF on Talus', site: onOurs, opened: [] })
if (onOrthanc) theirs.push({ name: 'OHIF on Orthanc', site: onOrthanc, opened: [] })

async function measureTheirs({ name, site }: Theirs, layout: 'stack' | 'mpr') {
  await waitUntilQuiet()
  const context = await profile(name)
  try {
    const { url, answeredPaths: answered } = site
    return await openTheirs(context, { url, count, layout, answered, ...subject })
  } finally {
    await context.close()
  }
}

function printOne(name: string, opened: readonly Opened[]) {
  const pick = (key: keyof Opened) => opened.map((one) => one[key])
  console.log(
    `${name.padEnd(24)} first ${show(pick('firstMs')).padStart(6)} ms   whole ${show(pick('wholeMs')).padStart(6)} ms   ` +
      `browser ${show(pick('cpu'), 1).padStart(5)} s   memory ${show(pick('mb')).padStart(5)} MB`,
  )
}
/** Medians of both, because the layout of three planes is opened once or twice only. */
const formatRatio = (key: keyof Opened, opened: readonly Opened[]) =>
  `${key} ${(median(pickOurs(key)) / median(opened.map((one) => one[key]))).toFixed(3)}`

try {
  // The first round warms caches and compiled code, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const our = round % 2 === 0 ? await measureOurs() : undefined
    for (const their of theirs) {
      const opened = await measureTheirs(their, 'stack')
      if (round > 0) their.opened.push(opened)
    }
    const opened = our ?? (await measureOurs())
    if (round > 0) ours.push(opened)
  }
  printOne('Talus', ours)
  console.log(
    `Talus: coarse planes ${show(pickOurs('coarseMs'))} ms; scroll p95 ${show(pickOurs('scrollMs'), 1)} ms of script, while loading ${show(pickOurs('scrollLoadingMs'), 1)} ms; ` +
      `server ${show(pickOurs('serverCpu'), 2)} s; after leaving ${show(pickOurs('leftMb'))} MB more`,
  )
  for (const their of theirs) {
    printOne(`${their.name}, stack`, their.opened)
    console.log(`Talus / ${their.name}, stack: ${formatRatio('firstMs', their.opened)}`)
    // The stack loads a few slices; three planes need all of them, as ours has them.
    const planes = await measureTheirs(their, 'mpr')
    printOne(`${their.name}, planes`, [planes])
    const ratios = (['wholeMs', 'cpu', 'mb'] as const).map((key) => formatRatio(key, [planes]))
    console.log(
      `Talus / ${their.name}, planes (${planes.loaded} of ${count} slices loaded): ${ratios.join(', ')}`,
    )
  }
  const connections = (process.env.MEGABITS ?? '100,20').split(',').filter(Boolean).map(Number)
  for (const megabits of connections) {
    const proxy = await startSlowProxy(talus.url, megabits * 1e6)
    await measureOurs(proxy.url)
    const slow = await measureOurs(proxy.url)
    console.log(
      `${megabits} Mbit/s: first ${slow.firstMs.toFixed(0)} ms, coarse planes ${slow.coarseMs.toFixed(0)} ms, whole ${slow.wholeMs.toFixed(0)} ms`,
    )
    proxy.stop()
  }
} finally {
  onOurs?.stop()
  onOrthanc?.stop()
  await orthanc?.stop()
  await talus.stop()
  await rm(folder, { recursive: true, force: true })
}
