// Measures how much a browser loads until the study list is usable and afterwards while it is idle,
// and the same of OHIF's study list in the same run. Needs a browser (CHROMIUM_PATH or one on PATH) and the npm registry, for the package of
// OHIF.
import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { createGzip } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { root } from '../tools/child.ts'
import { findBrowser } from '../tools/testing/browser.ts'
import { startServer } from '../tools/testing/test-server.ts'
import { buildWeb } from '../tools/build/web.ts'

const ohifVersion = '3.13.2'
const rounds = 3

interface Loaded {
  readonly script: number
  readonly all: number
  readonly requests: number
}

interface Weight {
  /** Loaded until the user can work with the page. */
  readonly usable: Loaded
  /** Loaded afterwards without any input, such as the code of the next pages. */
  readonly idle: Loaded
  readonly ms: number
}

/** The page loads nothing more when no data has arrived for this time, twice its own delay. */
const quietMs = 2000

/** Loads the page in a fresh profile, and counts the compressed bytes on the network. */
async function measureWeight(
  browser: Browser,
  url: string,
  token: string | undefined,
  ready: string,
) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  if (token !== undefined)
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const scripts = new Set<string>()
  const sum = { script: 0, all: 0, requests: 0 }
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    sum.requests += 1
    if (/javascript|wasm/u.test(response.mimeType)) scripts.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.all += encodedDataLength
    if (scripts.has(requestId)) sum.script += encodedDataLength
  })
  const started = performance.now()
  await page.goto(url)
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  const ms = performance.now() - started
  const usable = { ...sum }
  // Playwright's "networkidle" never comes: the list keeps a connection open for change events.
  for (let before = -1; before !== sum.all;) {
    before = sum.all
    await page.waitForTimeout(quietMs)
  }
  await context.close()
  const idle = {
    script: sum.script - usable.script,
    all: sum.all - usable.all,
    requests: sum.requests - usable.requests,
  }
  return { usable, idle, ms } satisfies Weight
}

/** Serves OHIF as published on npm, with an empty archive: only the application is measured. */
async function serveOhif() {
  const folder = join(root, '.cache/bench')
  mkdirSync(folder, { recursive: true })
  const dist = join(folder, 'package/dist')
  if (!existsSync(dist)) {
    execFileSync('npm', ['pack', `@ohif/app@${ohifVersion}`], { cwd: folder, stdio: 'ignore' })
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    execFileSync('tar', ['xzf', archive], { cwd: folder })
  }
  const config = `window.config = { routerBasename: '/', extensions: [], modes: [], showStudyList: true,
    dataSources: [{ namespace: '@ohif/extension-default.dataSourcesModule.dicomweb', sourceName: 'dicomweb',
      configuration: { friendlyName: 'bench', name: 'bench', qidoRoot: '/dicom-web', wadoRoot: '/dicom-web',
        wadoUriRoot: '/wado', imageRendering: 'wadors', thumbnailRendering: 'wadors' } }],
    defaultDataSourceName: 'dicomweb' }`
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.html': 'text/html',
    '.wasm': 'application/wasm',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
  }
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname)
    if (path.startsWith('/dicom-web')) {
      response.setHeader('content-type', 'application/dicom+json')
      return response.end('[]')
    }
    if (path === '/app-config.js') {
      response.setHeader('content-type', 'text/javascript')
      return response.end(config)
    }
    const asset = join(dist, path)
    const file = extname(path) !== '' && existsSync(asset) ? asset : join(dist, 'index.html')
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    response.setHeader('content-encoding', 'gzip')
    return createReadStream(file)
      .pipe(createGzip({ level: 9 }))
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
const summarize = (loads: readonly Loaded[]): Loaded => ({
  script: median(loads.map(({ script }) => script)),
  all: median(loads.map(({ all }) => all)),
  requests: median(loads.map(({ requests }) => requests)),
})
const summarizeUsable = (weights: readonly Weight[]) =>
  summarize(weights.map(({ usable }) => usable))

const kb = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`.padStart(8)
const describe = ({ script, all, requests }: Loaded) =>
  `script ${kb(script)}  all ${kb(all)}  ${String(requests).padStart(3)} requests`

const executablePath = await findBrowser()
if (executablePath === undefined) throw new Error('no browser')
await buildWeb()
const talus = await startServer()
const ohif = await serveOhif()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-sync'],
})
try {
  const login = await fetch(`${talus.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const token = login.headers.get('authorization')?.replace('Bearer ', '')
  const ours: Weight[] = []
  const theirs: Weight[] = []
  const signIn: Weight[] = []
  for (let round = 0; round < rounds; round += 1) {
    signIn.push(await measureWeight(browser, `${talus.url}/vue/login`, undefined, 'form'))
    ours.push(await measureWeight(browser, `${talus.url}/vue/studylist`, token, 'tbody tr'))
    theirs.push(await measureWeight(browser, ohif.url, undefined, 'text=/Study list|No studies/i'))
  }
  const rows = {
    'Talus sign-in': signIn,
    'Talus study list': ours,
    [`OHIF ${ohifVersion} list`]: theirs,
  }
  for (const [name, weights] of Object.entries(rows)) {
    const ms = median(weights.map((weight) => weight.ms))
    const label = name.padEnd(22)
    console.log(
      `${label} until usable     ${describe(summarizeUsable(weights))}  ${ms.toFixed(0).padStart(6)} ms`,
    )
    console.log(`${label} then, while idle ${describe(summarize(weights.map(({ idle }) => idle)))}`)
  }
  const ratio = summarizeUsable(ours).script / summarizeUsable(theirs).script
  const timeRatio = median(ours.map(({ ms }, round) => ms / (theirs[round]?.ms ?? Infinity)))
  console.log(
    `until usable, Talus / OHIF: script ${ratio.toFixed(3)}   time: ${timeRatio.toFixed(3)}`,
  )
} finally {
  await browser.close()
  await talus.stop()
  ohif.stop()
}
