import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'

export interface BrowserUsage {
  /** Seconds of processor time of all processes of the browser. */
  readonly cpu: number
  /** Megabytes of the renderers and of the graphics process; shared pages are divided. */
  readonly mb: number
}

/** Proportional memory of a process in megabytes. */
async function readProportionalMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/mu.exec(text)?.[1] ?? 0) / 1024
}

/** Processor time and memory of a browser that was started for one measurement. */
export async function readBrowserUsage(context: BrowserContext): Promise<BrowserUsage> {
  const browser = context.browser()
  if (!browser) throw new Error('The context has no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const measured = processInfo.filter(({ type }) => type === 'renderer' || type === 'GPU')
  const sizes = await Promise.all(measured.map(({ id }) => readProportionalMb(id)))
  return {
    cpu: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    mb: sizes.reduce((sum, size) => sum + size, 0),
  }
}
