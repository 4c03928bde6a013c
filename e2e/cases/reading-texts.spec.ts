import type { Page } from '@playwright/test'
import { test } from '../pages/case-fixture.ts'
import {
  findingsText,
  openAs,
  openCase,
  openCaseViewer,
  saveState,
  showMessages,
} from '../pages/case-page.ts'
import { dotPng, submitCase } from '../pages/case-records.ts'
import { openViewer, pickGrid, thumbnail, viewportAt } from '../pages/viewer-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { dialog, expect, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { navigateInApp } from '../support/navigate.ts'
import { servers } from '../support/servers.ts'
import { storeSlices } from './case-slices.ts'

test('a typed answer and a message outlive a reload and an expired sign-in, and are shown if they can no longer be sent', async ({
  page: clinic,
  browser,
  baseURL,
  records,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  test.slow()
  const path = `editcases/${String(caseId)}`
  const attached = await storeSlices(records, 'Lungs', 4)
  await storeSlices(records, 'Brain', 3)
  await records.api('POST', `radcase/${String(caseId)}/images`, { imageIds: attached.imageIds })

  /** Two radiographs and one series of four slices, each with its own buttons. */
  const expectOneCardPerSeries = async (reader: Page) => {
    const cards = reader.getByRole('list', { name: t('caseReading:part.radiographs') })
    await expect(
      cards.getByRole('button', { name: /^Open CT, Lungs, .*4 images in the viewer$/u }),
    ).toBeVisible()
    await expect(cards.getByRole('listitem')).toHaveCount(3)
    const faults = cards.getByRole('group', { name: t('caseReading:fault.label') })
    const names = await faults.evaluateAll((groups) => groups.map(({ ariaLabel }) => ariaLabel))
    expect(new Set(names).size).toBe(3)
  }

  await test.step('a message stays over a reload and an expired sign-in', async () => {
    const reader = await openAs(browser, radiologist.username, 'en', baseURL)
    await reader.goto(path)
    const message = reader.getByLabel(t('caseReading:thread.toClinic'))
    await showMessages(reader, t)
    await message.fill('Please send the lateral view.')
    await reader.reload()
    await expect(message).toHaveValue('Please send the lateral view.')
    const token = await reader.evaluate(() => localStorage.getItem('token'))
    await fetch(`${servers.local.api}auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
      body: '{}',
    })
    await reader.reload()
    await expect(reader).toHaveURL(pageUrl('login'))
    await signInAs(reader, radiologist.username)
    await reader.goto(path)
    await expect(message).toHaveValue('Please send the lateral view.')
    await expectOneCardPerSeries(reader)
    await reader.context().close()
  })

  await test.step('an answer stays over a reload, and is shown when a colleague was faster', async () => {
    const asked = await radiologist.api('POST', 'radcase/requestmore', {
      caseId,
      notes: 'Since when?',
      isRadiologist: true,
    })
    expect(asked.status).toBe(200)
    await signInAs(clinic, records.clinic.admin)
    await clinic.goto(path)
    const answer = clinic.getByLabel(t('caseReading:answer.note'))
    await answer.fill('For two weeks.')
    await clinic.reload()
    await expect(answer).toHaveValue('For two weeks.')
    const series = clinic.getByRole('checkbox', { name: /^CT, .*3 images$/u })
    await series.check()
    await expect(clinic.getByRole('checkbox', { name: /^CT/u })).toHaveCount(1)
    await expect(button(clinic, t('caseReading:answer.send'))).toBeInViewport({ ratio: 1 })
    await series.uncheck()
    await records.api('POST', 'radcase/requestmore', {
      caseId,
      notes: 'Since Monday.',
      isRadiologist: false,
    })
    await expect(answer).toHaveCount(0)
    const unsent = clinic.getByRole('status').filter({ hasText: t('caseReading:unsent.answer') })
    await expect(unsent).toContainText('For two weeks.')
    await button(clinic, t('caseReading:unsent.discard')).click()
    await expect(unsent).toHaveCount(0)
    await clinic.reload()
    await expect(clinic.getByText('Since Monday.')).toBeVisible()
    await expect(unsent).toHaveCount(0)
  })
})

test('doctors create cases in the viewer, and only radiologists reach the case viewer, whose thumbnails are dragged into its cells', async ({
  page,
  browser,
  baseURL,
  records,
  clinicFixture,
  t,
  radiologist,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const path = `caseviewer?caseId=${String(caseId)}`
  const doctor = await clinicFixture.createUser(records.clinic, 'doctor', { doctorCase: true })
  const nurse = await clinicFixture.createUser(records.clinic, 'nurse', {})
  const create = t('studies:action.createCase')

  await openViewer(page, doctor.username)
  await expect(button(page, create)).toBeVisible()
  await navigateInApp(page, path)
  await expect(page).toHaveURL(pageUrl('studylist'))

  const other = await openAs(browser, nurse.username, 'en', baseURL)
  await openViewer(other, nurse.username)
  await expect(button(other, create)).toHaveCount(0)
  await other.context().close()
  const reader = await openAs(browser, radiologist.username, 'en', baseURL)
  await reader.goto(`editcases/${String(caseId)}`)
  await openCaseViewer(reader, t)
  await test.step('a thumbnail is dropped into a cell of the grid, and Back returns to the case', async () => {
    await pickGrid(reader, t, 1, 2)
    const second = viewportAt(reader, t, 1, 2)
    await expect(second.getByText('Chest 2')).toBeVisible()
    await button(second, t('viewer:cell.clear')).click()
    await expect(second.getByText('Chest 2')).toHaveCount(0)
    await thumbnail(reader, t, 2).dragTo(second)
    await expect(second.getByText('Chest 2')).toBeVisible()
    await expect(second).toHaveAttribute('aria-current', 'true')
    await expect(viewportAt(reader, t, 1, 1).getByText('Chest 1')).toBeVisible()
    await waitForDeliberatePress(reader)
    await button(reader, t('viewerPanel:back')).click()
    await expect(reader).toHaveURL(pageUrl(`editcases/${String(caseId)}`))
    await waitForDeliberatePress(reader)
    await button(reader, t('caseReading:action.back')).click()
    await expect(reader).toHaveURL(pageUrl('cases'))
  })
  await reader.context().close()
})

test('the report page previews and submits the texts and files of the page of the case', async ({
  page: reader,
  records,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  test.slow()
  await signInAs(reader, radiologist.username)

  await test.step('a draft of an earlier visit is on the server', async () => {
    await openCase(reader, caseId)
    await findingsText(reader, t).fill('No fracture.')
    await expect(saveState(reader, t, 'saved')).toBeVisible()
    await reader.reload()
    await expect(findingsText(reader, t)).toHaveValue('No fracture.')
  })

  await test.step('the preview has the new text, whether or not it was saved before', async () => {
    for (const text of ['A fracture.', 'Two fractures.']) {
      await findingsText(reader, t).fill(text)
      if (text === 'A fracture.') await expect(saveState(reader, t, 'saved')).toBeVisible()
      const request = reader.waitForRequest(/report\/preview$/u)
      await button(reader, t('shell:title.casereport')).click()
      expect((await request).postDataJSON()).toMatchObject({ findings: text })
      await waitForDeliberatePress(reader)
      await button(reader, t('caseReading:action.back')).click()
      await waitForDeliberatePress(reader)
      const question = dialog(reader, t('caseReading:report.backTitle'))
      await button(question, t('caseReading:report.backConfirm')).click()
      await expect(findingsText(reader, t)).toHaveValue(text)
    }
  })

  const table = { name: 'table.txt', mimeType: 'text/plain', buffer: Buffer.from('VHS') }

  await test.step('chosen files have a preview and a size, and are removed before they are sent', async () => {
    const input = reader.locator('input[type=file]')
    const chosen = reader.getByRole('listitem').filter({ hasText: /\.(?:png|txt)/u })
    await input.setInputFiles([
      { name: 'sketch.png', mimeType: 'image/png', buffer: dotPng },
      table,
    ])
    await expect(chosen).toHaveText([/^sketch\.png1\skB$/u, /^table\.txt1\skB$/u])
    const drawn = (picture: SVGElement | HTMLElement) =>
      picture instanceof HTMLImageElement && picture.naturalWidth > 0
    await expect.poll(() => chosen.first().locator('img').evaluate(drawn)).toBe(true)
    await button(chosen.first(), t('caseReading:file.remove', { name: 'sketch.png' })).click()
    await expect(chosen).toHaveText([/^table\.txt/u])
    await button(chosen, t('caseReading:file.remove', { name: 'table.txt' })).click()
    await expect(chosen).toHaveCount(0)
  })

  await test.step('the report is submitted from its page, with the file of the page of the case', async () => {
    await findingsText(reader, t).fill('Three fractures.')
    await reader.locator('input[type=file]').setInputFiles(table)
    // Not the PDF itself: the browser of the tests has no viewer for it, and offers it as a link.
    // The preview has the file in it: it is stored first.
    const sent: string[] = []
    reader.on('request', (request) => sent.push(new URL(request.url()).pathname))
    const preview = reader.waitForResponse((reply) => reply.url().endsWith('/report/preview'))
    await button(reader, t('shell:title.casereport')).click()
    expect((await preview).status()).toBe(200)
    const [upload, made] = [
      sent.findIndex((path) => path.endsWith(`/${String(caseId)}/files`)),
      sent.findIndex((path) => path.endsWith('/report/preview')),
    ]
    expect(upload).toBeGreaterThanOrEqual(0)
    expect(made).toBeGreaterThan(upload)
    await waitForDeliberatePress(reader)
    await button(reader, t('caseReading:report.create')).click()
    const question = dialog(reader, t('caseReading:submit.title'))
    await expect(question).toContainText('table.txt')
    await waitForDeliberatePress(reader)
    await button(question, t('caseReading:action.submit')).click()
    await expect(toast(reader, t('caseReading:submit.done'))).toBeVisible()
    const { body } = await records.api('GET', `radcase/${String(caseId)}`)
    expect(body).toMatchObject({ findings: 'Three fractures.' })
    const files = await records.api<{ fileName: string }[]>(
      'GET',
      `radcase/fileIds/${String(caseId)}`,
    )
    expect(files.body.map(({ fileName }) => fileName)).toContain('table.txt')
  })
})
