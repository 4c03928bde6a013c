import type { Page } from '@playwright/test'
import { test } from '../pages/case-fixture.ts'
import { findingsText, openAs, openCase, saveState, showMessages } from '../pages/case-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  pageUrl,
} from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

const drafts = '**/api/radcase/*/findings'

test('typed findings survive a reload and a change on another computer, and are submitted only when complete', async ({
  page,
  browser,
  baseURL,
  records,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  test.slow()
  await signInAs(page, radiologist.username)
  await openCase(page, caseId)
  const findings = findingsText(page, t)
  const question = dialog(page, t('caseReading:submit.title'))

  await test.step('the patient info has every field', async () => {
    const info = page.getByRole('region', { name: t('caseReading:part.patient') })
    await expect(info).toContainText('Coughing for two weeks.')
    await expect(info).toContainText('Thorax')
    await expect(info).toContainText(t('caseReading:field.notes'))
    const facts = [
      ['number', `VWR-CASE-${String(caseId + 1000)}`],
      ['clinic', records.clinic.name],
      ['modality', t('cases:modality.XRay')],
      ['priority', t('cases:priority.6 Hours')],
      ['patient', 'Rex'],
      ['species', t('cases:species.Canine')],
      ['breed', /\p{L}/u],
      ['gender', t('cases:sex.male')],
      ['spayed', t('common:answer.no')],
      ['age', /^\d+ years, \d+ months?, \d+ days?$/u],
      ['weight', /^31\.5\skg$/iu],
      ['owner', 'Ada Keller'],
      ['email', ''],
      ['phone', '514 555 0100'],
      ['address', ''],
    ] as const
    for (const [name, value] of facts)
      await expect(
        info
          .locator('dl > div')
          .filter({ has: page.getByText(t(`caseReading:field.${name}`), { exact: true }) })
          .locator('dd'),
      ).toHaveText(value || /./u)
  })

  await test.step('a reload right after typing loses nothing', async () => {
    await findings.fill('🐕 heart')
    await expect(page.getByText(t('cases:remaining_other', { count: 1193 }))).toBeVisible()
    await page.reload()
    await expect(findings).toHaveValue('🐕 heart')
    await expect(saveState(page, t, 'saved')).toBeVisible()
  })

  await test.step('newer texts are no conflict with those of a save whose answer was lost', async () => {
    await page.route(drafts, async (route) => {
      if (route.request().method() === 'PUT') await route.fetch()
      await (route.request().method() === 'PUT' ? route.abort() : route.continue())
    })
    const lost = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/findings'),
    )
    const findTop = async () => (await findings.boundingBox())?.y
    await findings.scrollIntoViewIfNeeded()
    const top = await findTop()
    await findings.fill('Saved without an answer')
    await lost
    await expect(saveState(page, t, 'failed')).toBeVisible()
    // The longer text of the state does not move the field under the hands of its author.
    expect(await findTop()).toBe(top)
    await findings.fill('Newer than the answer')
    await page.unroute(drafts)
    await page.reload()
    await expect(findings).toHaveValue('Newer than the answer')
    const readSaved = async () =>
      (await radiologist.api<{ findings: string }>('GET', `radcase/${String(caseId)}/findings`))
        .body.findings
    await expect.poll(readSaved).toBe('Newer than the answer')
    await expect(saveState(page, t, 'saved')).toBeVisible()
    await expect(page.getByRole('region', { name: /another computer/u })).toHaveCount(0)
  })

  await test.step('a text above its limit is saved too', async () => {
    const interpretation = page.getByRole('textbox', {
      name: t('caseReading:text.interpretation'),
    })
    const saved = page.waitForResponse(
      (reply) => reply.url().endsWith('/findings') && reply.request().method() === 'PUT',
    )
    await interpretation.fill('x'.repeat(501))
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect(interpretation).toHaveValue('x'.repeat(501))
    await interpretation.fill('')
  })

  await test.step('an open field stops the report, and the check leads to it', async () => {
    await findings.fill('The heart is [normal | large].')
    await button(page, t('caseReading:action.submit')).click()
    const submit = button(question, t('caseReading:action.submit'))
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await expect(question).not.toContainText(t('caseReading:submit.noSignature'))
    await waitForDeliberatePress(page)
    await question.getByText('[normal | large]').click()
    await expect(findings).toBeFocused()
  })

  await test.step('an empty signature gives a hint', async () => {
    await page.getByLabel(t('caseReading:text.signature'), { exact: true }).fill('')
    await waitForDeliberatePress(page)
    await button(page, t('caseReading:action.submit')).click()
    await expect(question).toContainText(t('caseReading:submit.noSignature'))
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
  })

  await test.step('a macro is added, changed and typed', async () => {
    await waitForDeliberatePress(page)
    await button(page, t('caseReading:text.macros')).click()
    const macros = dialog(page, t('caseReading:text.macros'))
    await macros.getByLabel(t('caseReading:macro.shortcut')).fill('norm')
    await macros.getByLabel(t('caseReading:macro.content')).fill('The thorax is normal.')
    await waitForDeliberatePress(page)
    await button(macros, t('caseReading:macro.add')).click()
    await expect(macros.getByRole('listitem')).toContainText('The thorax is normal.')
    await button(macros, t('caseReading:macro.edit', { shortcut: 'norm' })).click()
    await macros.getByLabel(t('caseReading:macro.content')).fill('The whole thorax is normal.')
    await waitForDeliberatePress(page)
    await button(macros, t('caseReading:macro.save')).click()
    await expect(macros.getByRole('listitem')).toContainText('The whole thorax is normal.')
    await button(macros, t('common:action.close')).click()
    await findings.fill('')
    await findings.pressSequentially('.norm ')
    await expect(findings).toHaveValue('The whole thorax is normal. ')
    await expect(saveState(page, t, 'saved')).toBeVisible()
  })

  const field = (on: Page, name: string) =>
    on.getByRole('textbox', { name: t(`caseReading:text.${name}`) })

  await test.step('texts of another computer in other fields are merged, those in the same field wait for a decision', async () => {
    const other = await openAs(browser, radiologist.username, 'en', baseURL)
    await openCase(other, caseId)
    await expect(findingsText(other, t)).toHaveValue('The whole thorax is normal. ')
    await findingsText(other, t).fill('There.')
    await expect(saveState(other, t, 'saved')).toBeVisible()
    await field(page, 'interpretation').fill('Concluded here.')
    await expect(findings).toHaveValue('There.')
    await expect(saveState(page, t, 'saved')).toBeVisible()

    await findingsText(other, t).fill('There again.')
    await field(other, 'internalMedicineRecommandations').fill('Recommended there.')
    const conflict = other.getByRole('region', {
      name: t('caseReading:draft.conflict', { fields: t('caseReading:text.findings') }),
    })
    await expect(saveState(other, t, 'saved')).toBeVisible()
    await expect(field(other, 'interpretation')).toHaveValue('Concluded here.')
    await expect(conflict).toHaveCount(0)

    await findings.fill('Here again.')
    const question = page.getByRole('region', {
      name: t('caseReading:draft.conflict', { fields: t('caseReading:text.findings') }),
    })
    await expect(question).toContainText('Here again.')
    await expect(question).toContainText('There again.')
    await expect(field(page, 'internalMedicineRecommandations')).toHaveValue('Recommended there.')
    await waitForDeliberatePress(page)
    await question.getByRole('button', { name: t('caseReading:draft.theirs') }).click()
    await expect(findings).toHaveValue('There again.')
    await expect(question).toHaveCount(0)
    await expect(saveState(page, t, 'saved')).toBeVisible()
    await waitForDeliberatePress(page)
    await button(page, t('caseReading:draft.bringBack')).click()
    await expect(findings).toHaveValue('Here again.')
    await expect(saveState(page, t, 'saved')).toBeVisible()
    const { body } = await radiologist.api('GET', `radcase/${String(caseId)}/findings`)
    expect(body).toMatchObject({
      findings: 'Here again.',
      interpretation: 'Concluded here.',
      internalMedicineRecommandations: 'Recommended there.',
    })
    await other.context().close()
  })

  await test.step('the page is accessible and fits its window', async () => {
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page)
  })
})

/** Lets no draft reach the server. */
const refuseSaves = (page: Page) =>
  page.route(drafts, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )

test('the typed address /logout saves the report of a case, and asks before a text is lost', async ({
  page,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  const number = `VWR-CASE-${String(caseId + 1000)}`
  await signInAs(page, radiologist.username)
  await openCase(page, caseId)
  const question = dialog(page, t('shell:unsaved.title'))
  const message = page.getByLabel(t('caseReading:thread.toClinic'))
  const stay = async () => {
    await expect(button(question, t('shell:unsaved.stay'))).toBeFocused()
    await waitForDeliberatePress(page)
    await button(question, t('shell:unsaved.stay')).click()
    await expect(button(page, t('shell:nav.logout')).first()).toBeVisible()
    await openCase(page, caseId)
  }

  await test.step('staying loses neither the report nor an unsent message', async () => {
    await refuseSaves(page)
    await findingsText(page, t).fill('Only this browser has it')
    await showMessages(page, t)
    await message.fill('Please send the lateral view.')
    await page.goto('logout')
    await expect(question).toContainText(t('shell:unsaved.caseReport', { number }))
    await expect(question).toContainText(t('shell:unsaved.caseText', { number }))
    await expect(button(question, t('shell:unsaved.saveAgain'))).toBeVisible()
    await stay()
    await expect(findingsText(page, t)).toHaveValue('Only this browser has it')
    await expect(message).toHaveValue('Please send the lateral view.')
  })

  await test.step('the question names the unsent message alone once the report is saved', async () => {
    await page.unroute(drafts)
    await findingsText(page, t).fill('Only this browser has it no more')
    await page.goto('logout')
    await expect(question).toContainText(t('shell:unsaved.caseText', { number }))
    await expect(question).not.toContainText(t('shell:unsaved.caseReport', { number }))
    // A message cannot be saved; its author sends it.
    await expect(button(question, t('shell:unsaved.saveAgain'))).toHaveCount(0)
    await stay()
    await expect(findingsText(page, t)).toHaveValue('Only this browser has it no more')
    await showMessages(page, t)
    await button(page, t('caseReading:thread.send')).dblclick()
    await expect(message).toHaveValue('')
    await expect(page.getByRole('listitem').filter({ hasText: 'the lateral view' })).toHaveCount(1)
    const { body: thread } = await radiologist.api<unknown[]>(
      'GET',
      `radcase/${String(caseId)}/messages`,
    )
    expect(thread).toHaveLength(1)
  })

  await test.step('nothing is asked when the server has all texts, and the browser keeps none', async () => {
    await findingsText(page, t).fill('Normal thorax.')
    await page.goto('logout')
    await expect(page).toHaveURL(pageUrl('login'))
    const { body } = await radiologist.api<{ findings: string }>(
      'GET',
      `radcase/${String(caseId)}/findings`,
    )
    expect(body.findings).toBe('Normal thorax.')
    const kept = await page.evaluate(() => Object.keys(localStorage).join(' '))
    expect(kept).not.toContain('case-text')
  })
})
