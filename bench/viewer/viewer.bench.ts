// Measures the time from opening a study to its pixels, and compares OHIF in the same run: OHIF
// reads the same instances from our DICOMweb and, if it is installed, from Orthanc. Each round has
// a fresh profile, and the viewers alternate. Needs a browser, and the npm registry for the package
// of OHIF.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { fetchOhif, serveOhif } from '../../e2e/support/ohif.ts'
import { root } from '../../tools/child.ts'
import { findBrowser } from '../../tools/testing/browser.ts'
import { startServer } from '../../tools/testing/test-server.ts'
import { buildWeb } from '../../tools/build/web.ts'
import { median } from '../support/measure.ts'
import { startOrthanc } from '../support/orthanc.ts'
import { createRadiograph } from '../support/radiograph.ts'
import { signIn, storeFile } from '../support/talus-client.ts'
import { measureFrames, openFreshPage, listScripts, watchPixels } from './page-metrics.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const images = 4
const study = '2.25.70001'
const patient = 'VIEWERBENCH'

interface OpenTimes {
  readonly first: number
  readonly full: number
  readonly scripts: readonly string[]
}

/** Opens our viewer from the list, which is part of a cold start. */
async function openOurs(browser: Browser, url: string, token: string) {
  const page = await openFreshPage(browser, token)
  const started = Date.now()
  await page.goto(`${url}/vue/studylist`)
  await page.locator('tbody tr').first().waitFor()
  const list = Date.now() - started
  await page.getByLabel('Search studies').fill(patient)
  await page.locator('tbody tr', { hasText: patient }).first().click()
  const open = page.getByRole('button', { name: 'View Images' })
  // Wait until the button is clickable: this time does not belong to the viewer.
  await open.click({ trial: true })
  const untilFirst = await watchPixels(page, 'canvas[data-stage]')
  const untilFull = await watchPixels(page, 'canvas[data-stage="full"]')
  await open.click()
  const first = await untilFirst()
  const full = await untilFull()
  const times: OpenTimes = {
    first: list + first,
    full: list + full,
    scripts: await listScripts(page),
  }
  return { page, times, fromClick: { first, full } }
}

async function openTheirs(browser: Browser, url: string): Promise<OpenTimes> {
  const page = await openFreshPage(browser)
  const started = Date.now()
  await page.goto(`${url}/viewer?StudyInstanceUIDs=${study}`, { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  const first = await (await watchPixels(page, 'canvas.cornerstone-canvas', started))()
  const scripts = await listScripts(page)
  await page.context().close()
  // OHIF shows nothing before the whole image has loaded.
  return { first, full: first, scripts }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** The gzipped size of the scripts of a page. */
async function computeWeight(folder: string, scripts: readonly string[], below = '/') {
  const sizes = await Promise.all(
    scripts.map(async (address) => {
      const path = new URL(address).pathname.slice(below.length)
      return readFile(join(folder, path)).then(
        (bytes) => gzipSync(bytes, { level: 9 }).length,
        () => 0,
      )
    }),
  )
  return sum(sizes)
}

const formatMs = (values: readonly number[]) => `${median(values).toFixed(0)} ms`.padStart(9)
const formatRatio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((value, round) => value / (theirs[round] ?? Infinity))).toFixed(3)

const executablePath = await findBrowser()
const ohif = fetchOhif()
if (executablePath === undefined || ohif === undefined) throw new Error('no browser, or no OHIF')
await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const talus = await startServer()
const orthanc = await startOrthanc(folder)
const token = await signIn(talus.url)
for (let number = 1; number <= images; number += 1) {
  const body = new Uint8Array(createRadiograph(study, number, undefined, patient))
  await storeFile(talus.url, token, body)
  if (orthanc) await fetch(`${orthanc.url}/instances`, { method: 'POST', body })
}
const onOurs = await serveOhif(ohif, token, `${talus.url}/api/`)
const onOrthanc = orthanc && (await serveOhif(ohif, '', `${orthanc.url}/`))
const launch = () =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', '--disable-sync'] })

const ours: OpenTimes[] = []
const clicks: { first: number; full: number }[] = []
const theirs: OpenTimes[] = []
const theirsOnOrthanc: OpenTimes[] = []
const nexts: number[] = []
const drags: number[] = []
const zooms: number[] = []

async function measureOurs() {
  const browser = await launch()
  const { page, times, fromClick } = await openOurs(browser, talus.url, token)
  ours.push(times)
  clicks.push(fromClick)
  const canvas = page.locator('canvas[data-stage="full"]').first()
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const drag = await measureFrames(page, async () => {
    for (let at = 0; at < 120; at += 1) await page.mouse.move(x + at, y + at / 2)
  })
  await page.mouse.up()
  const zoom = await measureFrames(page, async () => {
    for (let at = 0; at < 40; at += 1) await page.mouse.wheel(0, at < 20 ? -60 : 60)
  })
  drags.push(drag.p95)
  zooms.push(zoom.p95)
  // The neighbouring images have been prefetched by now.
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/pixels'))
        .length >= 2,
  )
  await canvas.evaluate((element) => Object.assign(element.dataset, { old: '' }))
  const untilNext = await watchPixels(page, 'canvas[data-stage="full"]:not([data-old])')
  await page.locator('[data-viewer] [data-hint-side="right"]').nth(1).click()
  nexts.push(await untilNext())
  await browser.close()
}
async function measureTheirs(url: string, results: OpenTimes[]) {
  const browser = await launch()
  results.push(await openTheirs(browser, url))
  await browser.close()
}

try {
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) await measureOurs()
    await measureTheirs(onOurs.url, theirs)
    if (onOrthanc) await measureTheirs(onOrthanc.url, theirsOnOrthanc)
    if (round % 2 !== 0) await measureOurs()
  }
  const first = (opened: readonly OpenTimes[]) => opened.map((one) => one.first)
  const full = (opened: readonly OpenTimes[]) => opened.map((one) => one.full)
  console.log(`${rounds} rounds, 3000 × 2400 × 16 bit, medians`)
  console.log(
    `Talus, cold, list and viewer    first ${formatMs(first(ours))}   full ${formatMs(full(ours))}`,
  )
  console.log(
    `Talus, from the click           first ${formatMs(clicks.map((one) => one.first))}   full ${formatMs(clicks.map((one) => one.full))}`,
  )
  console.log(`OHIF on Talus, cold             first ${formatMs(first(theirs))}`)
  if (onOrthanc)
    console.log(`OHIF on Orthanc, cold           first ${formatMs(first(theirsOnOrthanc))}`)
  const best = onOrthanc
    ? theirs.map((one, round) => Math.min(one.first, theirsOnOrthanc[round]?.first ?? Infinity))
    : first(theirs)
  console.log(
    `Talus / the faster OHIF: first ${formatRatio(first(ours), best)}, full ${formatRatio(full(ours), best)}; ` +
      `from the click first ${formatRatio(
        clicks.map((one) => one.first),
        best,
      )}, full ${formatRatio(
        clicks.map((one) => one.full),
        best,
      )}`,
  )
  console.log(
    `Talus, next image ${formatMs(nexts)}, frames p95: window ${formatMs(drags)}, zoom ${formatMs(zooms)}`,
  )
  const weights = [
    await computeWeight(join(root, 'apps/web/dist'), ours[0]?.scripts ?? [], '/vue/'),
    await computeWeight(ohif, theirs[0]?.scripts ?? []),
  ].map((bytes) => `${(bytes / 1000).toFixed(0)} kB`)
  console.log(`script, compressed: Talus ${weights[0]}, OHIF ${weights[1]}`)
} finally {
  onOurs.stop()
  onOrthanc?.stop()
  await orthanc?.stop()
  await talus.stop()
  await rm(folder, { recursive: true, force: true })
}
