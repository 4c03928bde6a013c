import type { Page } from '@playwright/test'
import { storeImage } from '../pages/viewer-page.ts'
import {
  createWriter,
  leaveReport,
  openReport,
  pageThumbnails,
  saveDraft,
  textEditor,
} from '../pages/report-page.ts'
import { button, createApi, enterAs, signInAs, toast } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'
import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, pageUrl } from '../support/fixtures.ts'
import { tabTo, waitForDeliberatePress } from '../support/keyboard.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'

const createDocument = (text: string) => ({
  version: 1 as const,
  language: 'en' as const,
  orientation: 'landscape' as const,
  pages: [1, 2].map((number) => ({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    title: '',
    imageCount: 0 as const,
    images: [],
    body: {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph' as const,
          content: [{ type: 'text' as const, text: `${text} ${number}` }],
        },
      ],
    },
    hasSpaceForSignature: false,
  })),
})

/** Stores the PDF of a report as the next version of the study. */
async function createVersion(api: Api, studyId: number, text: string) {
  const { status } = await api('POST', `report/create/${String(studyId)}`, {
    key: crypto.randomUUID(),
    document: createDocument(text),
  })
  expect(status).toBe(200)
}

const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

for (const language of listFlowLanguages('fr'))
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test(`drafts are found from the study list and discarded with the keyboard (${language})`, async ({
      page,
      records,
      clinicFixture,
      t,
    }) => {
      const { studyId } = await storeImage(records, 1)
      const writer = await createWriter(records, clinicFixture.createUser)
      await saveDraft(writer.api, studyId, createDocument('Kept'))
      await signInAs(page, writer.username, language)
      await page.goto('studylist')
      const open = t('studies:drafts.button_one', { count: 1 })
      await tabTo(page, open)
      await page.keyboard.press('Enter')
      const list = dialog(page, t('studies:drafts.title'))
      await expect(list.getByRole('listitem')).toContainText('Rex')
      await expectAccessible(page, '[role=dialog]')

      await waitForDeliberatePress(page)
      await tabTo(page, t('report:drafts.continueNamed', { name: 'Rex' }))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(pageUrl('report'))
      // The draft was chosen in the list, so the page does not ask again.
      await expect(textEditor(page)).toHaveText('Kept 1')

      await button(page, t('report:menu')).focus()
      await waitForDeliberatePress(page)
      await page.keyboard.press('Enter')
      await expect(menuItem(page, t('report:drafts.open'))).toBeVisible()
      await waitForDeliberatePress(page)
      await menuItem(page, t('report:drafts.open')).press('Enter')
      const others = dialog(page, t('report:drafts.title'))
      await expect(others).toContainText(t('report:drafts.noOthers'))
      await waitForDeliberatePress(page)
      await page.keyboard.press('Escape')
      await expect(others).toHaveCount(0)

      await leaveReport(page, t)
      await button(page, open).click()
      await waitForDeliberatePress(page)
      await button(list, t('report:drafts.discardNamed', { name: 'Rex' })).press('Enter')
      const question = dialog(page, t('report:discard.title'))
      await expect(button(question, t('common:action.cancel'))).toBeFocused()
      await waitForDeliberatePress(page)
      await button(question, t('report:discard.confirm')).press('Enter')
      await expect(list).toContainText(t('report:drafts.none'))
      await page.keyboard.press('Escape')
      await expect(button(page, open)).toHaveCount(0)
      const { body } = await writer.api<{ draft: unknown }>(
        'GET',
        `report/draft/${String(studyId)}`,
      )
      expect(body.draft).toBeNull()
    })
  })

async function startFromVersion({ page, records, clinicFixture, t }: RecordsFlow) {
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await createVersion(writer.api, studyId, 'First')
  await createVersion(writer.api, studyId, 'Second')
  const { username: colleague } = await clinicFixture.createUser(records.clinic, 'colleague', {
    report: true,
  })
  await saveDraft(await createApi(colleague), studyId, createDocument('Theirs'))
  await enterAs(page, writer.username, t)
  await openReport(page, t)
  const editor = textEditor(page)

  await test.step('the newest version is offered at the start', async () => {
    const start = button(page, t('report:versions.startFrom', { version: 2 }))
    await expect(start).toBeFocused()
    await expect(button(page, t('report:back.button'))).toBeVisible()
    await expectAccessible(page)
    await waitForDeliberatePress(page)
    await start.press('Enter')
    await expect(editor).toHaveText('Second 1')
    await expect(pageThumbnails(page, t)).toHaveCount(2)
    await expect(page.getByText(t('report:status.saved'))).toBeVisible({ timeout: 20_000 })
  })

  await test.step('another author of the study is named', async () => {
    const notice = page.getByRole('status').filter({ hasText: colleague })
    await expect(notice).toContainText('is also writing')
    await button(notice, t('report:others.dismiss')).click()
    await expect(notice).toHaveCount(0)
  })

  await test.step('an older one replaces the pages, and Undo restores them', async () => {
    await button(page, t('report:menu')).click()
    await waitForDeliberatePress(page)
    await menuItem(page, t('report:versions.open')).click()
    const list = dialog(page, t('report:versions.title'))
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await waitForDeliberatePress(page)
    await button(list, t('report:versions.startNamed', { version: 1 })).click()
    await expect(editor).toHaveText('First 1')
    const started = toast(page, t('report:versions.started', { version: 1 }))
    await waitForDeliberatePress(page)
    await button(started, t('report:pages.undoRemove')).click()
    await expect(editor).toHaveText('Second 1')
  })

  await test.step('a draft is given up only after a question', async () => {
    await leaveReport(page, t)
    await openReport(page, t)
    await waitForDeliberatePress(page)
    await button(page, t('report:draft.startNew')).click()
    const question = dialog(page, t('report:discard.title'))
    await waitForDeliberatePress(page)
    await button(question, t('common:action.cancel')).click()
    await waitForDeliberatePress(page)
    await button(page, t('report:draft.continue')).click()
    await expect(editor).toHaveText('Second 1')
  })

  await test.step('discarding the open draft returns to the list', async () => {
    await button(page, t('report:menu')).click()
    await waitForDeliberatePress(page)
    await menuItem(page, t('report:discard.open')).click()
    const question = dialog(page, t('report:discard.title'))
    await waitForDeliberatePress(page)
    await button(question, t('report:discard.confirm')).click()
    await expect(page).toHaveURL(pageUrl('studylist'))
    const { body } = await writer.api<{ draft: unknown }>('GET', `report/draft/${String(studyId)}`)
    expect(body.draft).toBeNull()
    const { body: versions } = await writer.api<readonly unknown[]>(
      'GET',
      `report/version/${String(studyId)}`,
    )
    expect(versions).toHaveLength(2)
  })
}

async function decideConflict({ page, records, clinicFixture, t }: RecordsFlow) {
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await enterAs(page, writer.username, t)
  await openReport(page, t)
  const editor = textEditor(page)
  const conflict = page.getByRole('status').filter({ hasText: t('report:draft.conflict') })
  await editor.click()
  await page.keyboard.type('Here')
  await expect(page.getByText(t('report:status.saved'))).toBeVisible()
  await saveDraft(writer.api, studyId, createDocument('There'))
  await page.keyboard.type(' and only here')
  await expect(conflict).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('.')
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)), { timeout: 4000 })
    .toContain('Here and only here.')

  await test.step('a reloaded page offers both texts', async () => {
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    const continueCopy = button(page, t('report:draft.continueCopy'))
    await expect(continueCopy).toBeVisible()
    await expect(button(page, t('report:draft.continue'))).toBeFocused()
    await waitForDeliberatePress(page)
    await continueCopy.click()
    await expect(editor).toHaveText('Here and only here.')
    await expect(page.getByText(t('report:status.saved'))).toBeVisible()
  })

  await test.step('the other version can be loaded, and the text here is given up', async () => {
    await saveDraft(writer.api, studyId, createDocument('There again'))
    await editor.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Lost')
    await expect(conflict).toBeVisible()
    await button(conflict, t('report:draft.loadOther')).click()
    await waitForDeliberatePress(page)
    await button(page, t('report:draft.continue')).click()
    await expect(editor).toHaveText('There again 1')
    await expect(button(page, t('report:draft.continueCopy'))).toHaveCount(0)
  })
}

async function showOnPhone({ page, records, clinicFixture, t }: RecordsFlow) {
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await saveDraft(writer.api, studyId, createDocument('Kept'))
  await enterAs(page, writer.username, t)
  await openReport(page, t)
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, t('report:draft.continue')).click()
  await expect(page.getByText(t('report:phone'))).toBeVisible()
  const sheet = page.locator('[data-page]').first()
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText('Kept 1')
  await expect(button(page, t('report:createPdf'))).toHaveCount(0)
  await expectAccessible(page)
}

test('drafts and earlier versions of a report are continued, compared and shown on a phone', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('the next report starts from the pages of an earlier version, and the draft can be restored', () =>
    startFromVersion(flow))
  await test.step('a report that was changed on another computer is overwritten only by a decision, and neither text is lost', async () =>
    decideConflict({ ...flow, records: await addClinic(clinicFixture) }))
  await test.step('a phone shows a report with the reason why it cannot be written there', async () =>
    showOnPhone({ ...flow, records: await addClinic(clinicFixture) }))
})
