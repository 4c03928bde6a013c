import type { Browser, Page } from '@playwright/test'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import type { createTranslator, Language } from '../support/i18n-texts.ts'

type Translate = ReturnType<typeof createTranslator>

export const openCase = (page: Page, caseId: number) => page.goto(`editcases/${String(caseId)}`)

/**
 * Presses View radiographs. The page of the case has a viewer too, which is shown for a moment after
 * the address has changed: keys and presses would reach that one.
 */
export async function openCaseViewer(page: Page, t: Translate) {
  const view = button(page, t('caseReading:action.viewRadiographs'))
  await view.click()
  await expect(page).toHaveURL(pageUrl('caseviewer'))
  await expect(view).toHaveCount(0)
}

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

/** Shows the thread beside the images of a radiologist, which is a tab. */
export const showMessages = (page: Page, t: Translate) =>
  page
    .getByRole('tab', { name: new RegExp(`^${t('caseReading:reference.messages')}`, 'u') })
    .click()

/** The state of the last change: saved, being saved, or not saved. */
export const saveState = (page: Page, t: Translate, state: 'saved' | 'conflict' | 'failed') =>
  page.getByRole('status').filter({ hasText: t(`caseReading:saved.${state}`) })
