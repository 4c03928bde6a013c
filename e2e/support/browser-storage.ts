import type { BrowserContext } from '@playwright/test'

let calls = 0

/**
 * Fills localStorage when the context next opens a page of this origin, and only then, so that
 * changes by the page persist. `storageState` would open an extra page for this.
 */
export async function presetLocalStorage(
  context: BrowserContext,
  origin: string,
  values: Readonly<Record<string, string>>,
) {
  calls += 1
  await context.addInitScript(
    (preset) => {
      if (location.origin !== preset.origin || localStorage.getItem(preset.mark) !== null) return
      for (const [name, value] of Object.entries({ ...preset.values, [preset.mark]: '' }))
        localStorage.setItem(name, value)
    },
    { mark: `kept ${calls}`, origin, values },
  )
}
