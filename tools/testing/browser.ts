import { existsSync } from 'node:fs'
import { getScriptPath, runInTerminal } from '../child.ts'
import { aptInstall, canUseApt, findInstalled, findOnPath } from './programs.ts'

/** Renders no windows; the browser tests take half the time with it. */
const shell = 'chromium-headless-shell'
const names = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const paths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge',
]

const findInstalledBrowser = async () => (await findOnPath(names)) ?? (await findInstalled(paths))

async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Finds a Chromium or Chrome for the browser tests; installs one if there is none. */
export async function findBrowser(): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, which is not there`)
  }
  if (canUseApt() && !(await findOnPath([shell]))) {
    console.log(
      "The browser tests are fastest with Debian's chromium-headless-shell; installing it.",
    )
    await aptInstall([shell])
  }
  const found = (await findInstalledBrowser()) ?? (await findPlaywrightBrowser())
  if (found) return found
  if (canUseApt()) {
    console.log("There is no browser for the tests; installing Debian's chromium.")
    if (await aptInstall(['chromium'])) return findInstalledBrowser()
  }
  console.log("There is no browser for the tests; installing Playwright's chromium.")
  await runInTerminal(process.execPath, [
    getScriptPath('@playwright/test/cli.js'),
    'install',
    'chromium',
  ])
  return findPlaywrightBrowser()
}
