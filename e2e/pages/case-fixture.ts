import { test as base } from '../support/clinic-records.ts'
import { createRadiologist, submitCase, takeCase } from './case-records.ts'

interface Fixtures {
  /** A radiologist of the clinic who exists only in this test. */
  radiologist: Awaited<ReturnType<typeof createRadiologist>>
  /** The id of a case with two radiographs that the radiologist has taken. */
  assignedCase: number
}

/** Tests of consult cases; a fixture that a test does not name is not created. */
export const test = base.extend<Fixtures>({
  radiologist: async ({ records, clinicFixture }, use) => {
    await use(await createRadiologist(records, clinicFixture))
  },
  assignedCase: async ({ records, radiologist }, use) => {
    const caseId = await submitCase(records)
    await takeCase(radiologist, caseId)
    await use(caseId)
  },
})
