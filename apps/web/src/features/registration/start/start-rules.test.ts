import { StudyId } from '@talus/contract'
import type { Study } from '@talus/contract'
import { expect, test } from 'vitest'
import { formatDay } from '../../../ui/format/dates.ts'
import { listModalities, getStartObstacle, planStart } from './start-rules.ts'

const timeZone = 'America/Toronto'
const toronto = { today: '2026-03-09', dayOf: (instant: string) => formatDay(instant, timeZone) }

type Known = Pick<Study, 'id' | 'createdOn' | 'isDeleted' | 'modality'>
const study = (id: number, createdOn: string, rest: Partial<Known> = {}): Known => ({
  id: StudyId.parse(id),
  createdOn,
  isDeleted: false,
  modality: 'General',
  ...rest,
})
/** 20:30 on the 8th in Toronto, although it is the 9th in UTC. */
const lastNight = study(1, '2026-03-09T00:30:00.000Z')
const morning = study(2, '2026-03-09T13:05:00.000Z')
const noon = study(3, '2026-03-09T16:00:00.000Z')

test('starts a new study if there is none of today', () => {
  expect(planStart([lastNight], undefined, toronto).label).toBe('StartStudy')
  expect(planStart([lastNight], lastNight.id, toronto).label).toBe('StartStudy')
})

test('adds images to the selected study if it is of today, even if there is a newer one', () => {
  const start = planStart([noon, morning], morning.id, toronto)
  expect(start).toEqual({ label: 'AddImages', study: morning })
})

test('adds images to the study of today if an older study is selected', () => {
  const start = planStart([lastNight, morning], lastNight.id, toronto)
  expect(start).toEqual({ label: 'AddImagestoTodaysStudy', study: morning })
})

test('adds images to the newest study of today if none is selected', () => {
  expect(planStart([morning, noon], undefined, toronto).study).toBe(noon)
})

test('never adds images to a deleted study', () => {
  const deleted = study(4, morning.createdOn, { isDeleted: true })
  expect(planStart([deleted], deleted.id, toronto).label).toBe('StartStudy')
})

test('never adds images to a CT or MR study', () => {
  for (const modality of ['CT', 'MR'] as const) {
    const other = study(5, morning.createdOn, { modality })
    expect(planStart([other], other.id, toronto).label).toBe('StartStudy')
  }
})

test('adds images to a study of today with any radiographic modality', () => {
  for (const modality of ['General', 'Dental', 'Unspecified'] as const) {
    const open = study(6, morning.createdOn, { modality })
    expect(planStart([open], open.id, toronto).label).toBe('AddImages')
  }
})

test('lists each modality once, in a fixed order', () => {
  const sensors = [{ modality: 'Dental' }, { modality: 'General' }, { modality: 'Dental' }] as const
  expect(listModalities(sensors)).toEqual(['General', 'Dental'])
})

const ready = {
  isVeterinary: true,
  hasOwner: true,
  hasPatient: true,
  sensors: 'available',
  isLoaded: true,
} as const

test('reports no obstacle for a selected patient and an available sensor', () => {
  expect(getStartObstacle(ready)).toBeUndefined()
  expect(getStartObstacle({ ...ready, hasOwner: false })).toBeUndefined()
})

test('reports the first missing requirement', () => {
  const noSubject = { ...ready, hasOwner: false, hasPatient: false, sensors: 'none' } as const
  expect(getStartObstacle(noSubject)).toBe('noSubject')
  expect(getStartObstacle({ ...noSubject, isVeterinary: false })).toBe('noPatient')
  expect(getStartObstacle({ ...ready, hasPatient: false })).toBe('noAnimal')
  expect(getStartObstacle({ ...ready, sensors: 'unreachable' })).toBe('noLocalApp')
  expect(getStartObstacle({ ...ready, sensors: 'none' })).toBe('noSensor')
  expect(getStartObstacle({ ...ready, sensors: 'disconnected' })).toBe('noBridge')
  expect(getStartObstacle({ ...ready, sensors: 'loading' })).toBe('checking')
  expect(getStartObstacle({ ...ready, isLoaded: false })).toBe('checking')
})
