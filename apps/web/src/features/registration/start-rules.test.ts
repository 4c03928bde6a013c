import { StudyId } from '@talus/contract'
import type { Study } from '@talus/contract'
import { expect, test } from 'vitest'
import { day } from '../../ui/dates.ts'
import { modalitiesOf, obstacleTo, startOf } from './start-rules.ts'

const timeZone = 'America/Toronto'
const toronto = { today: '2026-03-09', dayOf: (instant: string) => day(instant, timeZone) }

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

test('without a study of the day, one is started', () => {
  expect(startOf([lastNight], undefined, toronto).label).toBe('StartStudy')
  expect(startOf([lastNight], lastNight.id, toronto).label).toBe('StartStudy')
})

test('the selected study takes the images when it is of today, even beside a newer one', () => {
  const start = startOf([noon, morning], morning.id, toronto)
  expect(start).toEqual({ label: 'AddImages', study: morning })
})

test('a study of today is used while an older one is selected', () => {
  const start = startOf([lastNight, morning], lastNight.id, toronto)
  expect(start).toEqual({ label: 'AddImagestoTodaysStudy', study: morning })
})

test('the newest of today is used when none is selected', () => {
  expect(startOf([morning, noon], undefined, toronto).study).toBe(noon)
})

test('a deleted study takes no images', () => {
  const deleted = study(4, morning.createdOn, { isDeleted: true })
  expect(startOf([deleted], deleted.id, toronto).label).toBe('StartStudy')
})

test('a stack takes no images', () => {
  for (const modality of ['CT', 'MR'] as const) {
    const other = study(5, morning.createdOn, { modality })
    expect(startOf([other], other.id, toronto).label).toBe('StartStudy')
  }
})

test('a study of today takes general and dental images alike', () => {
  for (const modality of ['General', 'Dental', 'Unspecified'] as const) {
    const open = study(6, morning.createdOn, { modality })
    expect(startOf([open], open.id, toronto).label).toBe('AddImages')
  }
})

test('modalities stand in their order, each once', () => {
  const sensors = [{ modality: 'Dental' }, { modality: 'General' }, { modality: 'Dental' }] as const
  expect(modalitiesOf(sensors)).toEqual(['General', 'Dental'])
})

const ready = {
  isVeterinary: true,
  hasOwner: true,
  hasPatient: true,
  sensors: 'there',
  isKnown: true,
} as const

test('nothing is in the way of a known patient with a sensor that answers', () => {
  expect(obstacleTo(ready)).toBeUndefined()
  expect(obstacleTo({ ...ready, hasOwner: false })).toBeUndefined()
})

test('what is missing first is told first', () => {
  const nobody = { ...ready, hasOwner: false, hasPatient: false, sensors: 'none' } as const
  expect(obstacleTo(nobody)).toBe('noSubject')
  expect(obstacleTo({ ...nobody, isVeterinary: false })).toBe('noPatient')
  expect(obstacleTo({ ...ready, hasPatient: false })).toBe('noAnimal')
  expect(obstacleTo({ ...ready, sensors: 'silent' })).toBe('noLocalApp')
  expect(obstacleTo({ ...ready, sensors: 'none' })).toBe('noSensor')
  expect(obstacleTo({ ...ready, sensors: 'loading' })).toBe('checking')
  expect(obstacleTo({ ...ready, isKnown: false })).toBe('checking')
})
