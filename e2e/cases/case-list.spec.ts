import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { button, expectDisabled, findRow, row } from '../support/clinic-fixture.ts'
import { expect, getToken, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { servers } from '../support/servers.ts'
import { storeImages } from '../support/stored-images.ts'

async function postForm(username: string, path: string, fields: Readonly<Record<string, string>>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { authorization: `Bearer ${await getToken('local', username)}` }
  return await fetch(`${servers.local.api}${path}`, { method: 'POST', headers, body })
}

/** Sends a case of the clinic through the API. */
async function submitCase(
  { api, clinic, createPatient, createStudy }: ClinicRecords,
  name: string,
) {
  const doctor = await api('POST', 'clinicprofile', { firstName: 'Nora', lastName: 'Whitlock' })
  const patientId = await createPatient(name)
  const studyId = await createStudy(patientId)
  storeImages({ studyId })
  const images = await api<readonly { id: number }[]>('GET', `image?studyId=${studyId}`)
  const breeds = await api<readonly { id: number; speciesId: number }[]>('GET', 'breed')
  const reply = await postForm(clinic.admin, 'radcase/submitCase', {
    model: JSON.stringify({
      studyId,
      referringVeterinarianId: doctor.body.id,
      patientName: name,
      speciesId: 1,
      breedId: breeds.body.find(({ speciesId }) => speciesId === 1)?.id,
      modality: 'XRay',
      birthDate: '2020-02-03',
      priority: 'Urgent',
    }),
    imageIds: JSON.stringify(images.body.map(({ id }) => id)),
  })
  expect(reply.status).toBe(200)
  const { id } = (await reply.json()) as { id: number }
  return id
}

test.describe('a radiologist', () => {
  test.use({ user: 'rad1', language: 'en' })

  test('a radiologist who takes a case too late reads who has it, and the row leaves the list', async ({
    page,
    records,
  }) => {
    const name = `Late ${records.clinic.admin}`
    const caseId = await submitCase(records, name)
    const radiologists = await records.api<readonly { id: number; username: string }[]>(
      'GET',
      'user/radiologists',
    )
    const other = radiologists.body.find(({ username }) => username === 'rad2')
    await page.goto('cases')
    await expectDisabled(button(page, 'Take Case'), 'Select a case first')
    await (await findRow(page, name)).click()
    await page.route('**/radcase/take', async (route) => {
      const reply = await postForm('rad2', 'radcase/take', {
        caseId: String(caseId),
        radiologistId: String(other?.id),
      })
      expect(reply.status).toBe(200)
      await route.continue()
    })
    await waitForDeliberatePress(page)
    await button(page, 'Take Case').click()
    await expect(page.getByText(/Rémi Beausoleil has this case/u).first()).toBeVisible()
    await expect(row(page, name)).toHaveCount(0)
    await expect(page).toHaveURL(pageUrl('cases'))
  })
})
