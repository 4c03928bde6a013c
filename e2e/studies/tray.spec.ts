import { readFile } from 'node:fs/promises'
import { explicitLittleEndian, writeFileMeta } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { setFileAside } from '../../apps/server/src/testing/archive/set-file-aside.ts'
import { createRadiograph, toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { importImages } from '../pages/image-forms-page.ts'
import {
  button,
  createApi,
  expectDisabled,
  field,
  signInAs,
  toast,
} from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import {
  changeUser,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  getToken,
} from '../support/fixtures.ts'
import { createTranslator } from '../support/i18n-texts.ts'
import { navigateInApp } from '../support/navigate.ts'
import { servers } from '../support/servers.ts'

/** Sends an image that claims the patient ID of Rex. */
async function sendClaim(
  { clinic }: ClinicRecords,
  name: string,
  attributes: Attributes = {},
  seed = 1,
) {
  const mark = clinic.name
  const bytes = createRadiograph(
    `${mark} ${name}`,
    {
      StudyInstanceUID: toUid(`study ${mark} ${name}`),
      SeriesInstanceUID: toUid(`series ${mark} ${name}`),
      PatientID: `X-${mark}`,
      PatientName: `Keller^${name}`,
      ...attributes,
    },
    { rows: 120, columns: 160, seed },
  )
  const token = await getToken('local', clinic.admin)
  const reply = await fetch(`${servers.local.api}image/import?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body: new Uint8Array(bytes),
  })
  expect(await reply.text()).toContain('"held"')
}

/** A file of a device, whose data set is none. */
const hostileFile = Buffer.concat([
  writeFileMeta({
    sopClassUid: '1.2.840.10008.5.1.4.1.1.7',
    sopInstanceUid: '2.25.1',
    transferSyntaxUid: explicitLittleEndian,
    sourceTitle: 'HOSTILE',
  }),
  Buffer.alloc(5000, 'hostile '),
])

test('images of an uncertain animal are counted, compared and decided about', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const mark = records.clinic.name
  await importImages(records, ['one'])
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await page.getByRole('link', { name: t('shell:title.tray'), exact: true }).waitFor()

  await test.step('the count in the header follows without a reload', async () => {
    await sendClaim(records, 'Bella')
    await page.getByRole('link', { name: t('shell:trayWaiting_one', { count: 1 }) }).click()
  })

  await test.step('the differing details are marked', async () => {
    await expect(page.getByRole('heading', { name: 'Bella' })).toBeVisible()
    const name = page.getByRole('row', { name: new RegExp(t('tray:field.name'), 'u') })
    await expect(name).toContainText(t('tray:column.differs'))
    await expect(name.getByRole('cell')).toHaveText(['Bella', 'Rex'])
    await expectAccessible(page)
  })

  await test.step('the animal is chosen by keyboard', async () => {
    await page.keyboard.press('d')
    const window = dialog(page, t('tray:assign.title'))
    await window.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    const claim = `X-${mark}, Bella`
    await expect(
      window.getByText(t('tray:assign.remembered', { name: 'Rex', claim })),
    ).toBeVisible()
    await expectAccessible(page)
    await button(window, t('tray:assign.choose')).press('Enter')
    await expect(toast(page, t('tray:done.assign', { name: 'Rex' }))).toBeVisible()
    await expect(page.getByText(t('tray:empty.title'))).toBeVisible()
  })

  await test.step('an image with other content is kept beside the one on file', async () => {
    const same = { StudyInstanceUID: toUid(`study ${mark}`), PatientName: 'Keller^Rex' }
    await sendClaim(records, 'one', { ...same, ImageComments: 'Left side' }, 2)
    await expect(page.getByRole('img', { name: t('tray:imageOnFile') })).toBeVisible()
    await expect(page.getByRole('cell', { name: t('tray:pixels.differ') })).toBeVisible()
    const comment = page.getByRole('row', { name: t('tray:attribute.ImageComments') })
    await expect(comment.getByRole('cell')).toHaveText(['Left side', '—'])
    await expectAccessible(page)
    await button(page, t('tray:action.keep-both')).click()
    await expect(toast(page, t('tray:done.keep-both'))).toBeVisible()
  })

  await test.step('a decision is undone in its notice, and later in the list of filed images', async () => {
    await toast(page, t('tray:done.keep-both'))
      .getByRole('button', { name: t('tray:undo.short') })
      .last()
      .click()
    await expect(toast(page, t('tray:undo.done'))).toBeVisible()
    const same = { StudyInstanceUID: toUid(`study ${mark}`), PatientName: 'Keller^Rex' }
    await sendClaim(records, 'one', same, 3)
    // Each picture of the image is a question of its own.
    const rows = page.getByRole('list', { name: t('tray:list') }).getByRole('button')
    await expect(rows).toHaveCount(2)
    await rows.last().click()
    await expect(page.getByText(t('tray:others_one', { count: 1 }))).toBeVisible()
    await button(page, t('tray:action.replace')).click()
    const window = dialog(page, t('tray:replace.title'))
    await expect(window.getByRole('img', { name: t('tray:arrivedImages') })).toBeVisible()
    await expectAccessible(page)
    await button(window, t('tray:replace.act')).click()
    await expect(rows).toHaveCount(1)
    await page.getByText(t('tray:view.decided'), { exact: true }).click()
    await expect(page.getByText(/Rex, /u)).toBeVisible()
    await expectAccessible(page)
    await button(page, t('tray:undo.act')).click()
    const question = dialog(page, t('tray:undo.title'))
    await button(question, t('tray:undo.act')).click()
    await expect(question).toBeHidden()
    await page.getByText(t('tray:view.waiting'), { exact: true }).click()
    await expect(rows).toHaveCount(2)
    const api = await createApi(records.clinic.admin)
    const { body } = await api<readonly { entryIds: number[] }[]>('GET', 'tray')
    for (const { entryIds } of body)
      await api('POST', 'tray/decision', { entryIds, decision: 'discard', reason: 'Done' })
    await expect(page.getByText(t('tray:empty.title'))).toBeVisible()
  })

  await test.step('a discarded image can be put back, and becomes a new animal', async () => {
    await sendClaim(records, 'Nova')
    await button(page, t('tray:action.discard')).click()
    const window = dialog(page, t('tray:discard.title'))
    await expectDisabled(button(window, t('tray:discard.act')), t('tray:discard.needed'))
    await field(window, t('tray:discard.reason')).fill('A test')
    await button(window, t('tray:discard.act')).click()
    await expect(page.getByText(t('tray:empty.title'))).toBeVisible()
    await page.getByText(t('tray:view.discarded'), { exact: true }).click()
    await page.getByRole('button', { name: /^Nova/u }).click()
    await expect(page.getByText(/A test/u)).toBeVisible()
    await button(page, t('tray:action.recover')).click()
    await page.getByText(t('tray:view.waiting'), { exact: true }).click()
    await button(page, t('tray:action.create')).click()
    const create = dialog(page, t('tray:create.title'))
    await expect(field(create, t('tray:create.number'))).toHaveValue(`X-${mark}-2`)
    await button(create, t('tray:create.act')).click()
    await expect(toast(page, t('tray:done.create'))).toBeVisible()
  })

  await test.step('Tab enters the list of questions once, and other keys move in it', async () => {
    for (const name of ['Una', 'Bina', 'Trina']) await sendClaim(records, name)
    const rows = page.getByRole('list', { name: t('tray:list') }).getByRole('button')
    await expect(rows).toHaveCount(3)
    await rows.first().focus()
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
    await expect(rows.last()).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    for (const row of await rows.all()) await expect(row).not.toBeFocused()
    const api = await createApi(records.clinic.admin)
    const { body } = await api<readonly { entryIds: number[] }[]>('GET', 'tray')
    for (const { entryIds } of body)
      await api('POST', 'tray/decision', { entryIds, decision: 'discard', reason: 'A test' })
    await expect(page.getByText(t('tray:empty.title'))).toBeVisible()
  })

  await test.step('a colleague was first', async () => {
    await sendClaim(records, 'Duo')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: /^Duo/u }).click()
    await expectNoHorizontalScroll(page)
    await button(page, t('tray:action.discard')).click()
    const window = dialog(page, t('tray:discard.title'))
    await field(window, t('tray:discard.reason')).fill('A test')
    // The list of the page is not fetched again before the second decision.
    await page.route('**/tray?*', (route) => route.abort())
    const api = await createApi(records.clinic.admin)
    const { body } = await api<readonly { entryIds: number[] }[]>('GET', 'tray')
    const entryIds = body.flatMap((group) => group.entryIds)
    await api('POST', 'tray/decision', { entryIds, decision: 'discard', reason: 'First' })
    await button(window, t('tray:discard.act')).click()
    await expect(window.getByRole('alert')).toContainText(
      t('errors:tray/decided', { name: records.clinic.admin }),
    )
  })

  await test.step('a file that was set aside names its sender, and those who may decide download it', async () => {
    const french = createTranslator('fr')
    await page.unroute('**/tray?*')
    await page.setViewportSize({ width: 1366, height: 768 })
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('tray')
    await expect(page.getByText(french('tray:empty.title'))).toBeVisible()
    await setFileAside({
      dataFolder: servers.local.data,
      clinicId: records.clinic.id,
      bytes: hostileFile,
      receivedOn: '2026-02-10T14:30:00.000Z',
    })
    // The page counts and shows it without a reload.
    const count = page.getByRole('link', { name: french('shell:trayWaiting_one', { count: 1 }) })
    await expect(count).toBeVisible()
    await expect(page.getByRole('heading', { name: french('tray:unreadableFile') })).toBeVisible()
    await expect(page.getByText(french('tray:reason.unreadable'))).toBeVisible()
    const sender = french('tray:sender.restartOf', { name: 'HOSTILE' })
    const arrival = page.getByText(sender)
    await expect(arrival).toHaveText(/ · 2026-02-10 \d\d:\d\d$/u)
    await expectAccessible(page)
    const download = button(page, french('tray:action.download'))
    const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(saved.suggestedFilename()).toMatch(/^\d+\.dcm$/u)
    expect((await readFile(await saved.path())).equals(hostileFile)).toBe(true)

    const staff = await clinicFixture.createUser(records.clinic, 'staff')
    await changeUser(page, staff.username, french)
    await navigateInApp(page, 'tray')
    await expect(count).toBeVisible()
    await expect(arrival).toBeVisible()
    await expectDisabled(download, french('tray:mayNot'))
    await expectAccessible(page)
  })
})
