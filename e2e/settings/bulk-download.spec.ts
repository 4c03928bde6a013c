import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { serveDownloads, createImagesZip } from '../support/download-server.ts'
import {
  pageUrl,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
} from '../support/fixtures.ts'
import { createBarrier } from '../support/barrier.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

const clinic = 'Harrow Creek Animal Hospital'
const zipName = `${clinic} images.zip`
const headers = (images: number) => ({ 'content-type': 'application/zip', 'x-image-count': images })

/**
 * Removes the file picker, so that the browser saves a normal download; a headless browser cannot
 * show a picker.
 */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker')
  })

/**
 * Replaces the file picker by one that chooses a file in the private file system of the browser.
 */
const withPicker = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'showSaveFilePicker', {
      value: async () =>
        (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true }),
    })
  })

/** The files in the private file system of the browser, with their sizes. */
const listFiles = (page: Page) =>
  page.evaluate(async () => {
    const found: [string, number][] = []
    const folder = await navigator.storage.getDirectory()
    // The types of TypeScript lack the iterator of a directory handle.
    for await (const [name, handle] of folder as unknown as AsyncIterable<
      [string, FileSystemFileHandle]
    >)
      found.push([name, (await handle.getFile()).size])
    return found
  })

/** A message of the section; a toast may have the same text. */
const message = (page: Page, text: string) =>
  page.getByRole('main').getByText(text, { exact: true })
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses one of the two buttons and confirms the dialog. */
async function start(page: Page, type: 'DICOM' | 'JPEG', t: ReturnType<typeof createTranslator>) {
  await button(page, type).click()
  const question = dialog(page, t('settings:section.bulk-download'))
  await expect(question).toContainText(t('settings:bulkDownload.ask', { clinic, type }))
  const confirm = question.getByRole('button', {
    name: t('settings:bulkDownload.start'),
    exact: true,
  })
  await confirm.click()
  await expect(question).toHaveCount(0)
}

/** Serves one image and never ends the response. */
const serveEndless = async (page: Page) => {
  const zip = await createImagesZip(4, 1000)
  return serveDownloads(page, (response) => {
    response.writeHead(200, headers(4))
    response.write(zip.subarray(0, 1500))
  })
}

test.describe('a super admin', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'light' })

  test('a super admin downloads all images while using other pages, with progress and a report of missing images', async ({
    page,
    t,
  }) => {
    test.slow()
    await withoutPicker(page)
    const zip = await createImagesZip(5, 300_000)
    const rest = createBarrier()
    const { requests } = await serveDownloads(page, async (response) => {
      response.writeHead(200, headers(5))
      // The first part contains two images and a part of the third.
      response.write(zip.subarray(0, 700_000))
      await rest.opened
      response.end(zip.subarray(700_000))
    })
    await page.goto('settings/bulk-download')
    await expect(
      page.getByRole('heading', { name: t('settings:section.bulk-download'), exact: true }),
    ).toBeVisible()
    await expect(button(page, 'JPEG')).toBeVisible()
    await expectAccessible(page)
    await start(page, 'DICOM', t)
    const soFar = { done: 2, total: 5, size: '0,7 Mo' }
    const halfway = page
      .getByRole('main')
      .getByText(t('settings:bulkDownload.progress_other', soFar))
    await expect(halfway).toBeVisible()
    const bar = page.getByRole('progressbar', { name: t('settings:bulkDownload.progressLabel') })
    await expect(bar).toHaveAttribute('aria-valuenow', '2')
    await expect(bar).toHaveAttribute('aria-valuemax', '5')
    await expect(button(page, 'JPEG')).toHaveAttribute('aria-disabled', 'true')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.body).toEqual({ type: 'DICOM', clinicId: expect.any(Number) })
    expect(requests[0]?.authorization).toMatch(/^Bearer ./u)
    await expectAccessible(page)

    await test.step('on another page', async () => {
      await page.getByRole('link', { name: t('shell:nav.studylist'), exact: true }).click()
      await expect(page).toHaveURL(pageUrl('studylist'))
      await page.goBack()
      await expect(halfway).toBeVisible()
      // The remaining time is estimated after a few seconds; its value depends on the computer.
      const estimate = t('settings:bulkDownload.progressLeft_other', { ...soFar, left: '' })
      await expect(page.getByRole('main').getByText(estimate.replace(/\W+\w*$/u, ''))).toBeVisible()
      await page.goForward()
      await expect(page).toHaveURL(pageUrl('studylist'))

      const saving = page.waitForEvent('download')
      rest.open()
      const download = await saving
      expect(download.suggestedFilename()).toBe(zipName)
      expect((await readFile(await download.path())).equals(zip)).toBe(true)
      const ended = { name: zipName, images: 5, size: '1,5 Mo' }
      const done = t('settings:bulkDownload.done_other', ended)
      await expect(page.getByText(done).last()).toBeVisible()
      await page.goBack()
      await expect(message(page, done)).toBeVisible()
      await expect(button(page, 'JPEG')).not.toHaveAttribute('aria-disabled', 'true')
    })

    await test.step('the server left out one of three images', async () => {
      const two = await createImagesZip(2, 1000)
      const again = await serveDownloads(page, (response) => {
        response.writeHead(200, headers(3))
        response.end(two)
      })
      await start(page, 'JPEG', t)
      const missing = t('settings:bulkDownload.missing_one', { count: 1 })
      await expect(page.getByRole('main').getByText(missing)).toBeVisible()
      expect(again.requests[0]?.body).toMatchObject({ type: 'JPEG' })
      await expectAccessible(page)
    })
  })
})

test.describe('a bulk download', () => {
  test.use({ user: 'super', language: 'en' })

  test('a bulk download that is empty, refused, interrupted, cancelled or ended by a sign-out saves no file', async ({
    page,
    t,
  }) => {
    await withoutPicker(page)
    let isSaved = false
    page.on('download', () => (isSaved = true))
    const cancel = button(page, t('common:action.cancel'))
    await page.goto('settings/bulk-download')

    await test.step('the demo has no images, and the server reports this', async () => {
      const [reply] = await Promise.all([
        page.waitForResponse('**/api/clinic/download'),
        start(page, 'DICOM', t),
      ])
      expect([reply.status(), reply.headers()['x-image-count']]).toEqual([200, '0'])
      await expect(message(page, t('settings:bulkDownload.empty', { clinic }))).toBeVisible()
    })

    await test.step('refused, with the message of the server', async () => {
      await serveDownloads(page, (response) => {
        response.writeHead(503, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ code: 'server/unavailable', message: 'The disk is asleep.' }))
      })
      await start(page, 'DICOM', t)
      const refusal = t('settings:bulkDownload.refused', { reason: 'The disk is asleep.' })
      await expect(message(page, refusal)).toBeVisible()
    })

    await test.step('interrupted in the middle', async () => {
      const zip = await createImagesZip(4, 100_000)
      const interruption = createBarrier()
      await serveDownloads(page, async (response) => {
        response.writeHead(200, headers(4))
        response.write(zip.subarray(0, 250_000))
        await interruption.opened
        response.destroy()
      })
      await start(page, 'DICOM', t)
      await expect(page.getByRole('progressbar', { name: 'Download' })).toHaveAttribute(
        'aria-valuenow',
        '2',
      )
      interruption.open()
      await expect(message(page, t('settings:bulkDownload.cutOff'))).toBeVisible()
    })

    await test.step('cancelled, which ends the response of the server', async () => {
      const { countAborted } = await serveEndless(page)
      const question = dialog(page, 'Bulk Download')
      await button(page, 'DICOM').press('Enter')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(button(page, 'DICOM')).toBeFocused()
      await expect(cancel).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expect(
        question.getByRole('button', { name: t('settings:bulkDownload.start') }),
      ).toBeFocused()
      await waitForDeliberatePress(page)
      await page.keyboard.press('Enter')
      await expect(cancel).toBeVisible()
      await waitForDeliberatePress(page)
      await cancel.press('Enter')
      await expect(message(page, t('settings:bulkDownload.cancelled'))).toBeVisible()
      await expect.poll(countAborted).toBe(1)
      // The focus stays at the two buttons.
      await page.keyboard.press('Tab')
      await expect(button(page, 'DICOM')).toBeFocused()
    })

    await test.step('ended by a sign-out, without a message to the next user', async () => {
      const { countAborted } = await serveEndless(page)
      await start(page, 'DICOM', t)
      await expect(cancel).toBeVisible()
      await page.getByRole('button', { name: 'Log Out', exact: true }).first().click()
      await dialog(page, 'Log Out')
        .getByRole('button', { name: t('shell:logOut.confirm'), exact: true })
        .click()
      await expect(page).toHaveURL(pageUrl('login'))
      await expect.poll(countAborted).toBe(1)
      await expect(page.getByText(t('settings:bulkDownload.cancelled'))).toHaveCount(0)
    })
    expect(isSaved).toBe(false)
  })

  test('a bulk download is written directly to the file of the picker; an incomplete file is removed', async ({
    page,
    t,
  }) => {
    await withPicker(page)
    await page.goto('settings/bulk-download')
    await test.step('incomplete', async () => {
      await serveEndless(page)
      await start(page, 'DICOM', t)
      await button(page, t('common:action.cancel')).click()
      await expect(message(page, t('settings:bulkDownload.cancelled'))).toBeVisible()
      expect(await listFiles(page)).toEqual([])
    })

    await test.step('complete', async () => {
      const zip = await createImagesZip(6, 200_000)
      const rest = createBarrier()
      await serveDownloads(page, async (response) => {
        response.writeHead(200, headers(6))
        response.write(zip.subarray(0, 500_000))
        await rest.opened
        response.end(zip.subarray(500_000))
      })
      await start(page, 'DICOM', t)
      await expect(page.getByRole('progressbar', { name: 'Download' })).toHaveAttribute(
        'aria-valuenow',
        '2',
      )
      rest.open()
      const ended = { name: 'chosen.zip', images: 6, size: '1.2 MB' }
      await expect(message(page, t('settings:bulkDownload.done_other', ended))).toBeVisible()
      expect(await listFiles(page)).toEqual([['chosen.zip', zip.length]])
    })
  })

  test('a running bulk download is counted as a pending request before the launcher is opened', async ({
    page,
    t,
  }) => {
    await withoutPicker(page)
    // The address is a setting of the server; the test writes it into the page that the server
    // sends.
    await page.route('**/settings/bulk-download', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replace(
        '"launcherExitUrl":null',
        '"launcherExitUrl":"http://127.0.0.1:9/exit"',
      )
      await route.fulfill({ response: reply, body })
    })
    // This request never gets a response: from a page that the test has fulfilled, the browser
    // reaches no other server.
    await page.route('**/api/clinic/download', () => undefined)
    await page.goto('settings/bulk-download')
    await start(page, 'DICOM', t)
    await expect(button(page, t('common:action.cancel'))).toBeVisible()
    await page.getByRole('button', { name: t('shell:nav.exit'), exact: true }).click()
    await dialog(page, 'Exit App')
      .getByRole('button', { name: t('shell:exit.confirm'), exact: true })
      .click()
    const warning = dialog(page, 'Requests Detected On Exit')
    await expect(warning).toContainText(t('shell:exit.pendingText_one', { count: 1 }))
    await warning.getByRole('button', { name: t('shell:exit.pendingCancel'), exact: true }).click()
    await button(page, t('common:action.cancel')).click()
    await expect(message(page, t('settings:bulkDownload.cancelled'))).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'dark' })

  test('on a phone the bulk download section fits @phone-only', async ({ page }) => {
    await page.goto('settings/bulk-download')
    await expect(button(page, 'DICOM')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  })
})
