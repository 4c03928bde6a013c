import type { BrowserContext } from '@playwright/test'

let times = 0

/**
 * What the browser is to have kept when the context next opens a page of this origin. Once: what the
 * page does to it stays. `storageState` opens a page of its own for the same.
 */
export async function keep(
  context: BrowserContext,
  origin: string,
  values: Readonly<Record<string, string>>,
) {
  times += 1
  await context.addInitScript(
    (kept) => {
      if (location.origin !== kept.origin || localStorage.getItem(kept.mark) !== null) return
      for (const [name, value] of Object.entries({ ...kept.values, [kept.mark]: '' }))
        localStorage.setItem(name, value)
    },
    { mark: `kept ${times}`, origin, values },
  )
}
