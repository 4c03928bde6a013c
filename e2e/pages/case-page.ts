import type { Browser, Page } from '@playwright/test'
import { signInAs } from '../support/clinic-fixture.ts'
import type { createTranslator, Language } from '../support/i18n-texts.ts'

type Translate = ReturnType<typeof createTranslator>

export const openCase = (page: Page, caseId: number) => page.goto(`editcases/${String(caseId)}`)

/** Opens a page of another user in a browser of its own. */
export async function openAs(
  browser: Browser,
  username: string,
  language: Language,
  baseURL: string | undefined,
): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const page = await context.newPage()
  await signInAs(page, username, language)
  return page
}

export const findingsText = (page: Page, t: Translate) =>
  page.getByRole('textbox', { name: t('caseReading:text.findings') })

/** The state of the last change: saved, being saved, or not saved. */
export const saveState = (page: Page, t: Translate, state: 'saved' | 'conflict' | 'failed') =>
  page.getByRole('status').filter({ hasText: t(`caseReading:saved.${state}`) })
