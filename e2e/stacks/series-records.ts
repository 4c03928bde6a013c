import type { Page } from '@playwright/test'
import { createSliceFile } from '../../apps/server/src/testing/stacks/slice-files.ts'
import type { SliceOptions } from '../../apps/server/src/testing/stacks/slice-files.ts'
import { storeFile } from '../pages/viewer-page.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { seriesList } from './stack-page.ts'

/** Slices of the first series. */
export const count = 13
const size = { rows: 32, columns: 32 }

interface SeriesOptions {
  /** Another study of the patient. */
  readonly study?: string
  readonly name: string
  readonly number: number
  /** Distinguishes the files of two phases of one series. */
  readonly phase?: number
  /** Places in millimetres. */
  readonly places: readonly number[]
  readonly attributes?: Parameters<typeof createSliceFile>[1]
}

export async function storeSeries(
  records: ClinicRecords,
  { study: other = '', name, number, phase = 1, places, attributes }: SeriesOptions,
) {
  const study = `study ${records.clinic.name}${other}`
  const options: SliceOptions = { study, series: `${name} ${phase}`, ...size }
  let stored = { studyId: 0, imageId: 0 }
  for (const [index, place] of places.entries()) {
    const file = createSliceFile(
      index,
      {
        PatientName: 'Keller^Rex',
        PatientID: `X-${records.clinic.name}`,
        SeriesNumber: number,
        SeriesDescription: name,
        ImagePositionPatient: [-8, -8, place],
        ...attributes,
      },
      options,
    )
    stored = await storeFile(records, name, new Uint8Array(file))
  }
  return stored
}

export const countFrom = (first: number, count: number, gap: number) =>
  Array.from({ length: count }, (_, index) => first + gap * index)

/** Shows a series in the active viewport. */
export async function showSeries(page: Page, list: string, name: string) {
  await seriesList(page, list).getByRole('button', { name }).click()
  await expect(seriesList(page, list).getByRole('button', { name })).toHaveAttribute(
    'aria-current',
    'true',
  )
}
