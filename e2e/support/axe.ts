import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: Axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // No page has media that axe would have to load first.
  preload: false,
  // Passed checks are not reported: collecting them costs as much as finding the violations.
  resultTypes: ['violations'],
  rules: {
    // Mantine's modal has a <header>, which axe counts as a second banner of the page.
    'landmark-no-duplicate-banner': { enabled: false },
    'landmark-unique': { enabled: false },
  },
}

/**
 * Runs axe on the current page, or on a part of it, and formats the violations. It does not use
 * @axe-core/playwright, which loads axe into the page twice per run: here axe stays loaded until
 * another document is opened.
 */
export async function findViolations(page: Page, within: string): Promise<string> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(source)
    // Selectors identify the elements; quoting the HTML of every inspected one takes a fifth of the
    // time.
    await page.evaluate(() => axe.configure({ noHtml: true }))
  }
  const run = (selectors: boolean) =>
    page.evaluate(async (given) => (await axe.run(given.within, given.options)).violations, {
      within,
      options: { ...options, selectors },
    })
  // Only violations need the selectors of their elements, whose search takes a tenth of the time.
  if ((await run(false)).length === 0) return ''
  return (await run(true))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary}`,
      ),
    )
    .join('\n\n')
}

/** Exists in the page after its source has been evaluated there. */
declare const axe: typeof Axe
