import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Language } from './i18n-texts.ts'

const folder = join(import.meta.dirname, '../../packages/i18n/locales')

/** Short words, such as "on", exist in both languages. */
const word = /\p{L}{4,}/gu
const splitWords = (text: string) => text.toLowerCase().match(word) ?? []

function listWords(language: Language): ReadonlySet<string> {
  const files = readdirSync(join(folder, language))
  const content = files.map((file) => readFileSync(join(folder, language, file), 'utf8')).join('\n')
  // The keys are English; the names of inserted values are too.
  const texts = content.replaceAll(/"(?:[^"\\]|\\.)*":|\{\{[^}]*\}\}/gu, ' ')
  return new Set(splitWords(texts))
}

/** Words of other places than our texts: time zones, addresses, names of users, clinics, devices. */
const isData =
  /\S+[@/]\S+(?: [A-Z]\w+)*|\b(?:admin|doctor|operator|staff)\.\w+|\bClinic [0-9a-f]{8}\b|\bSimulator\b|\bEnglish\b/gu

/** Words on the page, in texts and names of controls, that only the English texts have. */
export async function findEnglishWords(page: Page): Promise<readonly string[]> {
  const french = listWords('fr')
  const english = [...listWords('en')].filter((one) => !french.has(one))
  const shown = await page
    .locator('body')
    .evaluate((body: HTMLElement) => [
      body.innerText,
      ...['title', 'aria-label', 'placeholder', 'alt'].flatMap((name) =>
        [...body.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
      ),
    ])
  const words = new Set(splitWords(shown.join('\n').replaceAll(isData, ' ')))
  return english.filter((one) => words.has(one))
}
