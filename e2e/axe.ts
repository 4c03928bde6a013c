import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: Axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Nobody reads what is well; gathering it costs as much as finding what is not.
  resultTypes: ['violations'],
  rules: {
    // Mantine's modal has a <header> of its own, which axe takes for a second one of the page.
    'landmark-no-duplicate-banner': { enabled: false },
    'landmark-unique': { enabled: false },
  },
}

/**
 * What axe finds on what is shown now, or on a part of it. Not by @axe-core/playwright, which loads
 * axe into the page twice for each look: here it stays until another document is opened.
 */
export async function faultsIn(page: Page, within: string): Promise<string> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(source)
    // An element is named by its selector; to quote all that were looked at takes a fifth of the time.
    await page.evaluate(() => axe.configure({ noHtml: true }))
  }
  const violations = await page.evaluate(
    async (look) => (await axe.run(look.within, look.options)).violations,
    { within, options },
  )
  return violations
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary}`,
      ),
    )
    .join('\n\n')
}

/** In the page, once its source is there. */
declare const axe: typeof Axe
