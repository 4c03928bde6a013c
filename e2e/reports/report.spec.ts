import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openViewer, storeImage } from '../pages/viewer-page.ts'
import {
  createWriter,
  leaveReport,
  openReport,
  pageThumbnails,
  textEditor,
} from '../pages/report-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

const paste = (page: Page, data: Readonly<Record<string, string>>) =>
  textEditor(page).evaluate((editor, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    editor.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, data)

test('a report with two pages, an image, a template field and a measurement becomes a stored PDF', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const { studyId, imageId } = await storeImage(records, 1)
  await storeImage(records, 2)
  const writer = await createWriter(records, clinicFixture.createUser)
  const step = { step: 1, handles: { start: { x: 40, y: 40 }, end: { x: 140, y: 40 } } }
  await writer.api('PUT', `viewerState/${String(studyId)}`, {
    viewportState: {},
    cropState: {},
    toolState: {
      [imageId]: {
        drawings: [{ id: randomUUID(), tool: 'length', steps: [step] }],
        calibration: null,
      },
    },
    version: 0,
  })
  await signInAs(page, writer.username)
  await openReport(page, t)
  const editor = textEditor(page)
  await expect(pageThumbnails(page, t)).toHaveCount(1)

  await test.step('text is typed with styles, and an image of the study is added', async () => {
    await editor.click()
    await page.keyboard.press('Control+Alt+2')
    await page.keyboard.type('Findings')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- One ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('clear')
    await page.keyboard.press('Control+b')
    await expect(editor.locator('h2')).toHaveText('Findings')
    await expect(editor.locator('ul > li strong')).toHaveText('clear')
    const title = page.getByRole('textbox', { name: t('report:pages.title') })
    await title.fill('Thorax')
    const panel = page.getByRole('complementary', { name: t('report:panel.label') })
    await panel
      .getByRole('button', { name: /Chest|Add/u })
      .first()
      .click()
    await expect(page.locator('[data-active] img').first()).toBeVisible()
  })

  await test.step('a measurement is inserted by its name', async () => {
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/len')
    await expect(page.getByRole('listbox', { name: t('report:insert.measurement') })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(editor.locator('[data-kind=measurement]')).toContainText('50')
    await expect(editor).not.toContainText('/len')
  })

  await test.step('Back asks; the report is offered again with all of its text', async () => {
    await expect(page.getByText(t('report:status.saved'))).toBeVisible({ timeout: 20_000 })
    await button(page, t('report:back.button')).click()
    const question = dialog(page, 'Go Back?')
    await expect(question).toContainText('The reports will not be saved')
    await waitForDeliberatePress(page)
    await button(question, t('common:action.cancel')).click()
    await leaveReport(page, t)
    await openReport(page, t)
    await button(page, t('report:draft.continue')).click()
    await expect(editor.locator('ul > li strong')).toHaveText('clear')
  })

  await test.step('a page is active, and pressing its thumbnail again ends that', async () => {
    const [first] = await pageThumbnails(page, t).all()
    await first?.click()
    await expect(editor).toHaveCount(0)
    await first?.click()
    await expect(editor).toBeVisible()
  })

  await test.step('a second page gets a template, whose open field stops the PDF', async () => {
    await button(page, t('report:addPage')).click()
    await expect(pageThumbnails(page, t)).toHaveCount(2)
    await paste(page, { 'text/plain': 'Conclusion: ' })
    await page
      .getByRole('button', { name: `Thorax ${t('report:panel.fits')}`, exact: true })
      .click()
    await expect(editor.locator('[data-kind=field]').first()).toBeVisible()
    await expectAccessible(page)
    // Spaces, and letters that begin like an option, are the author's own words.
    await expect(page.locator('[data-field-form] [aria-pressed]').first()).toBeVisible()
    await page.keyboard.type('No abnormality of the thorax.')
    await page.keyboard.press('Enter')
    await expect(editor.locator('[data-kind=field]').first()).toHaveText(
      'No abnormality of the thorax.',
    )
    await page.keyboard.press('Escape')
    await button(page, t('report:createPdf')).click()
    await expect(dialog(page, 'Create Report')).toBeVisible()
    await waitForDeliberatePress(page)
  })

  await test.step('the findings lead to their place, and filled fields let the PDF pass', async () => {
    const create = dialog(page, 'Create Report')
    await expectAccessible(page, '[role=dialog]')
    for (let round = 0; round < 40; round++) {
      const open = create.getByRole('button', { name: /not filled in/u }).first()
      if ((await open.count()) === 0) break
      await open.click()
      await expect(create).toHaveCount(0)
      await expect(editor.locator('[data-selected]')).toBeVisible()
      const form = page.locator('[data-field-form]')
      await expect(form.locator('[data-first]')).toBeFocused()
      const hasChoices = (await form.locator('[aria-pressed]').count()) > 0
      if (!hasChoices) await page.keyboard.type('12')
      await page.keyboard.press(hasChoices ? '1' : 'Enter')
      await button(page, t('report:createPdf')).click()
      await waitForDeliberatePress(page)
    }
    await button(create, t('common:action.cancel')).click()
    await expect(editor).toBeFocused()
    await button(page, t('report:createPdf')).click()
    await waitForDeliberatePress(page)
    const downloads = page.waitForEvent('download')
    await button(create, t('report:create.confirm')).click()
    const download = await downloads
    expect(download.suggestedFilename()).toMatch(/Rex.*\.pdf$/u)
    await expect(toast(page, '.pdf')).toBeVisible()
    const { body: versions } = await writer.api<readonly { version: number }[]>(
      'GET',
      `report/version/${String(studyId)}`,
    )
    expect(versions.map(({ version }) => version)).toEqual([1])
    const { body: left } = await writer.api<{ draft: unknown }>(
      'GET',
      `report/draft/${String(studyId)}`,
    )
    expect(left.draft).toBeNull()
  })
})

test('images of the viewer are added to the report as they are shown', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await openViewer(page, writer.username)
  for (const _press of [1, 2]) {
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /report\/draft/u.test(response.url()),
    )
    await page.keyboard.press('C')
    expect((await saved).status()).toBe(200)
  }
  await expect(toast(page, t('viewerPanel:report.added'))).toBeVisible()
  const { body } = await writer.api<{ draft: { document: { pages: { images: unknown[] }[] } } }>(
    'GET',
    `report/draft/${String(studyId)}`,
  )
  expect(body.draft.document.pages.map(({ images }) => images.length)).toEqual([2])
  await openReport(page, t)
  await button(page, t('report:draft.continue')).click()
  await expect(page.locator('[data-active] img')).toHaveCount(2)

  await test.step('an image that another tab adds joins the open report and its text', async () => {
    const editor = textEditor(page)
    await editor.click()
    await page.keyboard.type('Written meanwhile')
    const other = await page.context().newPage()
    await openViewer(other, writer.username)
    await other.keyboard.press('C')
    await expect(page.locator('[data-active] img')).toHaveCount(3, { timeout: 15_000 })
    await page.bringToFront()
    await editor.click()
    await page.keyboard.type(' and after')
    await expect(page.getByText(t('report:status.saved'))).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(t('report:draft.conflict'))).toHaveCount(0)
    const { body: joined } = await writer.api<typeof body>('GET', `report/draft/${String(studyId)}`)
    expect(joined.draft.document.pages.map(({ images }) => images.length)).toEqual([3])
    expect(JSON.stringify(joined)).toContain('Written meanwhile and after')
    await other.close()
  })
})

const hostile = [
  '<img src=x onerror="window.pwned=1">',
  '<svg onload="window.pwned=1"><script>window.pwned=1</script></svg>',
  '<a href="javascript:window.pwned=1">link</a>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<p data-pm-slice=\'0 0 ["__proto__",{}]\'>slice</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.pwned=1></style></mglyph></table></mtext></math>',
  '<template><img src=x onerror=window.pwned=1></template>',
  '<noscript><p title="</noscript><img src=x onerror=window.pwned=1>"></p></noscript>',
  '<input autofocus onfocus=window.pwned=1>',
  '<details open ontoggle=window.pwned=1>details</details>',
  '<meta http-equiv=refresh content="0;url=https://example.org">',
  '<style>@import "https://example.org/x.css"</style>',
  '<object data="data:text/html,<script>window.pwned=1</script>"></object>',
  '<h1 style="background:url(https://example.org/x.png)" onclick=window.pwned=1>Title</h1>',
]

test.describe('in French', () => {
  // Pasted HTML must be harmless by itself, not only because the policy of the page blocks it.
  test.use({ language: 'fr', bypassCSP: true })

  test('a full page refuses more text, undo goes one step, and pasted HTML is inert', async ({
    page,
    records,
    clinicFixture,
    pageErrors,
    t,
  }) => {
    test.slow()
    await storeImage(records, 1)
    const writer = await createWriter(records, clinicFixture.createUser)
    await signInAs(page, writer.username, 'fr')
    await openReport(page, t)
    const editor = textEditor(page)
    await editor.click()

    await test.step('undo and redo are one step each', async () => {
      await page.keyboard.type('UN DEUX')
      await page.waitForTimeout(700)
      await page.keyboard.type(' TROIS')
      for (const [keys, text] of [
        ['Control+z', 'UN DEUX'],
        ['Control+z', 'UN DEUX'],
        ['Control+y', 'UN DEUX TROIS'],
        ['Control+y', 'UN DEUX TROIS'],
      ] as const) {
        await page.keyboard.press(keys)
        await expect(editor).toHaveText(text)
      }
    })

    await test.step('pasted HTML runs nothing and leaves only text', async () => {
      for (const html of hostile) {
        await paste(page, { 'text/html': html, 'text/plain': '' })
        expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
      }
      expect(pageErrors).toEqual([])
      const kinds = await editor.evaluate((root) => [
        ...new Set([...root.querySelectorAll('*')].map(({ tagName }) => tagName)),
      ])
      expect(['P', 'H2', 'H3', 'UL', 'LI', 'BR', 'STRONG', 'EM']).toEqual(
        expect.arrayContaining(kinds),
      )
    })

    await test.step('the cells of a pasted table stay apart', async () => {
      await page.keyboard.press('Control+a')
      const html =
        '<table><tr><th>Rein</th><th>mm</th></tr><tr><td><p>12</p></td><td>5</td></tr></table>'
      await paste(page, { 'text/html': html, 'text/plain': '' })
      await expect(editor.locator('p')).toHaveText(['Rein | mm', '12 | 5'])
    })

    await test.step('a dead key composes a character', async () => {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      const client = await page.context().newCDPSession(page)
      await client.send('Input.imeSetComposition', {
        text: '^',
        selectionStart: 1,
        selectionEnd: 1,
      })
      await client.send('Input.insertText', { text: 'ê' })
      await page.keyboard.type('tre')
      await expect(editor).toHaveText('être')
    })

    await test.step('a change that does not fit is taken back and can go to a new page', async () => {
      await page.keyboard.press('Control+a')
      const line = 'Aucune anomalie n’est visible sur ce cliché.'
      await paste(page, { 'text/plain': Array.from({ length: 17 }, () => line).join('\n') })
      await expect(editor.locator('p')).toHaveCount(17)
      const before = await editor.innerText()
      await paste(page, { 'text/plain': Array.from({ length: 12 }, () => line).join('\n') })
      const notice = page.getByRole('status').filter({ hasText: t('report:full.text') })
      await expect(notice).toHaveCount(1)
      expect(await editor.innerText()).toBe(before)
      await expectAccessible(page)
      await button(page, t('report:full.newPage')).click()
      await expect(pageThumbnails(page, t)).toHaveCount(2)
      await expect(notice).toHaveCount(0)
      await pageThumbnails(page, t).first().click()
      const kept = await editor.locator('p').count()
      await pageThumbnails(page, t).nth(1).click()
      expect(kept + (await editor.locator('p').count())).toBeGreaterThanOrEqual(28)
    })

    await test.step('an image is chosen with the keyboard from the study of the patient', async () => {
      await page.getByRole('radiogroup').getByText('1 image', { exact: true }).click()
      const empty = page.getByRole('button', { name: t('report:slot.choose', { number: 1 }) })
      await empty.focus()
      await page.keyboard.press('Enter')
      const picker = dialog(page, t('report:picker.title'))
      await expect(picker).toBeVisible()
      const confirm = button(picker, t('report:picker.confirm'))
      await expect(confirm).toHaveAttribute('aria-disabled', 'true')
      const image = picker.getByRole('radio').first()
      await image.focus()
      await waitForDeliberatePress(page)
      await page.keyboard.press('Space')
      await expect(image).toBeChecked()
      await waitForDeliberatePress(page)
      await confirm.press('Enter')
      await expect(page.locator('[data-active] img').first()).toBeVisible()
    })

    await test.step('Undo returns the image that another layout has removed', async () => {
      await page.getByRole('radiogroup').getByText('0 image', { exact: true }).click()
      await expect(page.locator('[data-active] img')).toHaveCount(0)
      await button(page, t('report:editor.undo')).click()
      await expect(page.locator('[data-active] img')).toHaveCount(1)
      await expect(editor).not.toHaveText('')
      await editor.press('Control+y')
      await expect(page.locator('[data-active] img')).toHaveCount(0)
    })
    await expect(page).toHaveURL(pageUrl('report'))
  })
})
