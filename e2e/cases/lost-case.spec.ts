import { findingsText, saveState } from '../pages/case-page.ts'
import { createRadiologist, submitCase, takeCase } from '../pages/case-records.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import type { ClinicFixture } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { password } from '../support/users.ts'

async function createOtherClinic({ asSuper, mark }: ClinicFixture): Promise<number> {
  const { status, body } = await asSuper<{ id: number }>('POST', 'clinic/PostWithUserPermission', {
    clinicData: { name: `Readers ${mark}`, address: '2 Mill Road', clinicType: 'Veterinary' },
    userData: { firstName: 'Bea', lastName: `Keller ${mark}`, username: `bea.${mark}`, password },
    permissionProfileData: { clinicAdmin: true },
  })
  expect(status).toBeLessThan(300)
  return body.id
}

/** A radiologist of another clinic no longer reaches the case; one of its clinic still reads it. */
for (const origin of ['of another clinic', 'of the clinic'] as const)
  test(`a radiologist ${origin} who loses a case while typing can still read and copy the texts`, async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    test.slow()
    const caseId = await submitCase(records)
    const createReader = (name: string, details: object) =>
      clinicFixture.createUser(records.clinic, name, { radiologistCase: true }, details)
    const radiologist = await createReader(
      'rad',
      origin === 'of the clinic' ? {} : { clinicId: await createOtherClinic(clinicFixture) },
    )
    const colleague = await createReader('other', { firstName: 'Rémi', lastName: 'Beausoleil' })
    await takeCase(radiologist, caseId)
    await signInAs(page, radiologist.username)
    await page.goto(`editcases/${String(caseId)}`)
    const findings = findingsText(page, t)
    await findings.fill('The heart is large.')
    await expect(saveState(page, t, 'saved')).toBeVisible()
    const assign = async (radiologistId: number) => {
      const path = `radcase/${String(caseId)}/assign`
      const { status } = await clinicFixture.asSuper('POST', path, { radiologistId })
      expect(status).toBe(200)
    }

    await test.step('the page says who has the case, and offers no action', async () => {
      await assign(colleague.id)
      await expect(
        page.getByRole('status').filter({ hasText: 'Rémi Beausoleil has this case now.' }),
      ).toBeVisible()
      await expect(findings).toHaveValue('The heart is large.')
      await expect(findings).not.toBeEditable()
      await expect(
        button(page, t('common:copy.one', { what: t('caseReading:unsent.text') })),
      ).toBeVisible()
      for (const action of [
        'caseReading:action.submit',
        'caseReading:action.requestMore',
        'cases:action.release',
      ])
        await expect(button(page, t(action))).toHaveCount(0)
      await expect(page.getByRole('checkbox', { name: t('cases:critical') })).toHaveCount(0)
      await expect(toast(page, t('errors:record/not-found'))).toHaveCount(0)
      await expectAccessible(page)
    })

    await test.step('after closing and a reload the texts are still there', async () => {
      const kept = page.getByRole('status').filter({ hasText: t('caseReading:unsent.findings') })
      await button(page, t('common:action.close')).click()
      await expect(findings).toHaveCount(0)
      await expect(kept).toContainText('The heart is large.')
      await page.reload()
      await expect(kept).toContainText('The heart is large.')
      await expect(kept).toContainText('Rémi Beausoleil has this case now.')
    })

    await test.step('the texts can be edited again when the case comes back', async () => {
      await assign(radiologist.id)
      await expect(findings).toBeEditable()
      await findings.fill('The heart is large and round.')
      await expect(saveState(page, t, 'saved')).toBeVisible()
    })
  })

/** Each of these takes the case away while its radiologist types on the reading screen. */
const losses = [
  {
    name: 'cancelled',
    path: (id: number) => ({ path: 'radcase/cancel', body: { caseId: id, reason: 'Wrong dog' } }),
    says: /^Cancelled by Rachel Dunmore, \d\d:\d\d: Wrong dog/u,
  },
  {
    name: 'released',
    path: (id: number) => ({
      path: `radcase/${String(id)}/release`,
      body: { reason: 'On holiday' },
    }),
    says: /^Released by Rachel Dunmore, \d\d:\d\d: On holiday/u,
  },
] as const

for (const { name, path, says } of losses)
  test(`the texts of a case that is ${name} in another window stay under the cursor, and no key reaches the images`, async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    test.slow()
    const caseId = await submitCase(records)
    const radiologist = await createRadiologist(records, clinicFixture)
    await takeCase(radiologist, caseId)
    await signInAs(page, radiologist.username)
    await page.goto(`editcases/${String(caseId)}`)
    const findings = findingsText(page, t)
    await expect(page.getByRole('application')).toBeVisible()
    await findings.click()
    await page.keyboard.type('The heart is')
    await expect(saveState(page, t, 'saved')).toBeVisible()
    await page.keyboard.type(' large')
    const request = path(caseId)
    expect((await radiologist.api('POST', request.path, request.body)).status).toBe(200)
    const message = page.getByRole('status').filter({ hasText: t('caseReading:lost.texts') })

    await test.step('a message says who did what and why, and the keys stay in the text', async () => {
      await expect(message).toHaveText(says)
      await page.keyboard.type('er')
      await expect(findings).toBeFocused()
      await expect(findings).toHaveValue('The heart is large')
      await expect(findings).not.toBeEditable()
      await expect(button(page, t('caseReading:action.submit'))).toHaveCount(0)
      await expect(message.getByRole('button', { name: t('caseReading:lost.copy') })).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('the texts are readable after a reload, until their author discards them', async () => {
      await page.reload()
      const kept = page.getByRole('status').filter({ hasText: 'The heart is large' })
      await expect(kept).toHaveText(says)
      await kept.getByRole('button', { name: t('caseReading:unsent.discard') }).click()
      await expect(kept).toHaveCount(0)
      await page.reload()
      await expect(button(page, t('caseReading:action.back'))).toBeVisible()
      await expect(kept).toHaveCount(0)
    })
  })
