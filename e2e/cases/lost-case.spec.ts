import { findingsText, saveState } from '../pages/case-page.ts'
import { submitCase, takeCase } from '../pages/case-records.ts'
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

    await test.step('the texts can be edited again when the case comes back', async () => {
      await assign(radiologist.id)
      await expect(findings).toBeEditable()
      await findings.fill('The heart is large and round.')
      await expect(saveState(page, t, 'saved')).toBeVisible()
    })
  })
