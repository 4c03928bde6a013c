import type { Page } from '@playwright/test'
import { createWriter, openReport, textEditor } from '../pages/report-page.ts'
import { storeImage } from '../pages/viewer-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, pageUrl, signIn } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import type { Translate } from '../support/i18n-texts.ts'

interface LeavingFlow {
  readonly page: Page
  readonly t: Translate
  /** The draft on the server. */
  readonly readSaved: () => Promise<string>
}

const drafts = '**/api/report/draft/*'

/** Lets no draft reach the server. */
const refuseSaves = (page: Page) =>
  page.route(drafts, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )

const readDraft = async (api: Api, studyId: number) =>
  JSON.stringify((await api('GET', `report/draft/${String(studyId)}`)).body)

async function logOutByButton({ page, t, readSaved }: LeavingFlow) {
  const logOut = async () => {
    await button(page, t('shell:nav.logout')).first().click()
    await waitForDeliberatePress(page)
    await button(dialog(page, t('shell:logOut.title')), t('shell:logOut.confirm')).click()
  }
  await refuseSaves(page)
  await textEditor(page).click()
  await page.keyboard.type('Cannot be repeated')
  await logOut()
  const question = dialog(page, t('shell:unsaved.title'))
  await expect(question).toContainText(t('report:draft.named', { name: 'Rex' }))
  await expect(button(question, t('shell:unsaved.stay'))).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await waitForDeliberatePress(page)
  await button(question, t('shell:unsaved.saveAgain')).click()
  await expect(question).toContainText(t('shell:unsaved.failed'))
  await button(question, t('shell:unsaved.stay')).click()
  await expect(textEditor(page)).toHaveText('Cannot be repeated')
  await page.unroute(drafts)
  await page.keyboard.press('End')
  await logOut()
  await expect(page).toHaveURL(pageUrl('login'))
  expect(await readSaved()).toContain('Cannot be repeated')
}

async function logOutByAddress({ page, t, readSaved }: LeavingFlow) {
  await refuseSaves(page)
  await textEditor(page).click()
  await page.keyboard.type('Only this browser has it')
  // The browser itself asks only once a save has failed.
  page.on('dialog', (question) => void question.accept())

  await test.step('the question of Log Out is asked, and staying loses nothing', async () => {
    await page.goto('logout')
    const question = dialog(page, t('shell:unsaved.title'))
    await expect(question).toContainText(t('report:draft.named', { name: 'Rex' }))
    await expect(button(question, t('shell:unsaved.stay'))).toBeFocused()
    await waitForDeliberatePress(page)
    await button(question, t('shell:unsaved.stay')).click()
    await expect(button(page, t('shell:nav.logout')).first()).toBeVisible()
    await openReport(page, t)
    await button(page, t('report:draft.continue')).click()
    await expect(textEditor(page)).toHaveText('Only this browser has it')
  })

  await test.step('a server that answers gets the text, and the copy of the browser is removed', async () => {
    await page.unroute(drafts)
    await textEditor(page).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' no more')
    await page.goto('logout')
    await expect(page).toHaveURL(pageUrl('login'))
    expect(await readSaved()).toContain('Only this browser has it no more')
    const kept = await page.evaluate(() => Object.keys(localStorage).join(' '))
    expect(kept).not.toContain('report-draft')
  })
}

test('logging out saves the open report, and asks before text is lost that cannot be saved', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  const flow = { page, t, readSaved: () => readDraft(writer.api, studyId) }
  await signInAs(page, writer.username)
  await openReport(page, t)
  await test.step('the button Log Out', () => logOutByButton(flow))
  await test.step('the typed address /logout', async () => {
    await signIn(page, writer.username, undefined, t)
    await expect(page).not.toHaveURL(pageUrl('login'))
    await openReport(page, t)
    await button(page, t('report:draft.continue')).click()
    await textEditor(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await logOutByAddress(flow)
  })
})

test('a closed tab saves what was typed last, and asks if the server does not take it', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await signInAs(page, writer.username)
  const tab = await page.context().newPage()
  await openReport(tab, t)
  await textEditor(tab).click()
  await tab.keyboard.type('Typed last')
  await tab.close({ runBeforeUnload: true })
  await expect.poll(() => readDraft(writer.api, studyId)).toContain('Typed last')

  await openReport(page, t)
  await button(page, t('report:draft.continue')).click()
  await refuseSaves(page)
  await textEditor(page).click()
  await page.keyboard.type(' and not saved')
  await expect(page.getByText(t('report:status.failed'))).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
})
