import { viewsOf, dentalRegions } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import { expect, test } from 'vitest'
import { planImages } from './plan-images.ts'
import type { DemoStudy, PlannedImage } from './plan-images.ts'

const day = 86_400_000
const now = Date.parse('2026-03-02T15:00:00Z')

/** Two clinics with 40 studies each, of 20 animals that come twice, and one of people. */
const studies: readonly DemoStudy[] = Array.from({ length: 90 }, (_, place) => {
  const clinicId = place >= 80 ? 3 : 1 + Math.floor(place / 40)
  const visit = place % 40
  return {
    studyId: place + 1,
    studyInstanceUID: `2.25.${place + 1}`,
    clinicId,
    userId: clinicId,
    username: `user${clinicId}`,
    patientId: clinicId * 100 + (visit % 20),
    speciesId: clinicId === 3 ? null : 1 + ((visit % 20) % 3),
    breed: (visit % 20) % 3 === 0 ? 'Chihuahua' : null,
    modality: visit % 20 === 4 ? 'Dental' : 'General',
    createdOn: new Date(now - visit * 18 * day).toISOString(),
    studyTypes: place === 30 ? 'Thorax' : '',
  }
})
const planned = planImages(studies)
const key = ({ frameId }: PlannedImage) => frameId

test('the same demo has the same pictures, each of them once', () => {
  expect(planImages([...studies])).toEqual(planned)
  expect(new Set(planned.map(key)).size).toBe(planned.length)
  for (const { frameId } of planned) expect(frameId).toMatch(/^demo-[a-z0-9-]{3,59}$/u)
})

test('newest first, not for everybody, and not of people', () => {
  const times = planned.map(({ study }) => study.createdOn)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(planned.map(({ study }) => study.studyId)).size).toBeLessThanOrEqual(40)
  expect(planned.some(({ study }) => study.clinicId === 3)).toBe(false)
})

test('only parts and views that the species has on its map, two to four of a study', () => {
  for (const { species, bodyPart, view, study } of planned)
    if (study.modality === 'Dental')
      expect([view, dentalRegions[species].map(({ name }) => name)]).toEqual([
        '',
        expect.arrayContaining([bodyPart]),
      ])
    else expect(viewsOf(species, bodyPart as BodyPart)).toContain(view)
  for (const images of Map.groupBy(planned, ({ study }) => study.studyId).values()) {
    expect(images.length).toBeGreaterThanOrEqual(2)
    expect(images.length).toBeLessThanOrEqual(4)
  }
})

test('what a radiologist is asked about is there', () => {
  const asked = planned.filter(({ study }) => study.studyId === 31)
  expect(asked.map(({ bodyPart }) => bodyPart)).toContain('Chest')
})

test('an animal that comes again after a year is the same in the same views, not the same picture', () => {
  const chosen = [...Map.groupBy(planned, ({ study }) => study.patientId).values()]
    .map((images) => [...Map.groupBy(images, ({ study }) => study.studyId).values()])
    .filter(({ length }) => length > 1)
  expect(chosen.length).toBeGreaterThanOrEqual(3)
  const shown = (images: readonly PlannedImage[] = []) =>
    new Set(images.map(({ bodyPart, view, seed }) => `${bodyPart} ${view} ${seed}`))
  const pairs = chosen.filter(([newer, older]) => {
    const gap =
      Date.parse(newer?.[0]?.study.createdOn ?? '') - Date.parse(older?.[0]?.study.createdOn ?? '')
    return gap > 180 * day
  })
  expect(pairs.length).toBeGreaterThanOrEqual(3)
  for (const [newer, older] of pairs) expect(shown(newer)).toEqual(shown(older))
  expect(new Set(planned.map(({ seed, poseSeed }) => `${seed} ${poseSeed}`)).size).toBe(
    planned.length,
  )
})

test('a picture that was rejected is followed by a better one of the same', () => {
  const rejected = planned.filter(({ rejection }) => rejection !== null)
  expect(new Set(rejected.map(({ rejection }) => rejection)).size).toBe(3)
  for (const image of rejected) {
    const next = planned[planned.indexOf(image) + 1]
    expect(next).toMatchObject({
      bodyPart: image.bodyPart,
      view: image.view,
      doseFactor: 1,
      rejection: null,
    })
  }
})
