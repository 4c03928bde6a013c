import { getUsualViews, dentalRegions } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import { expect, test } from 'vitest'
import { planImages } from './plan-images.ts'
import type { DemoStudy, PlannedImage } from './plan-images.ts'

const day = 86_400_000
const now = Date.parse('2026-03-02T15:00:00Z')

/**
 * Two clinics with 40 studies each, of 20 animals with two studies each, and one clinic for humans.
 */
const studies: readonly DemoStudy[] = Array.from({ length: 90 }, (_, index) => {
  const clinicId = index >= 80 ? 3 : 1 + Math.floor(index / 40)
  const visit = index % 40
  return {
    studyId: index + 1,
    studyInstanceUID: `2.25.${index + 1}`,
    clinicId,
    userId: clinicId,
    username: `user${clinicId}`,
    patientId: clinicId * 100 + (visit % 20),
    speciesId: clinicId === 3 ? null : 1 + ((visit % 20) % 3),
    breed: (visit % 20) % 3 === 0 ? 'Chihuahua' : null,
    modality: visit % 20 === 4 ? 'Dental' : 'General',
    createdOn: new Date(now - visit * 18 * day).toISOString(),
    studyTypes: index === 30 ? 'Thorax' : '',
  }
})
const planned = planImages(studies)
const getFrameId = ({ frameId }: PlannedImage) => frameId

test('the same demo plans the same images, without duplicates', () => {
  expect(planImages([...studies])).toEqual(planned)
  expect(new Set(planned.map(getFrameId)).size).toBe(planned.length)
  for (const { frameId } of planned) expect(frameId).toMatch(/^demo-[a-z0-9-]{3,59}$/u)
})

test('images are planned newest first, for some of the studies, and not for humans', () => {
  const times = planned.map(({ study }) => study.createdOn)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(planned.map(({ study }) => study.studyId)).size).toBeLessThanOrEqual(40)
  expect(planned.some(({ study }) => study.clinicId === 3)).toBe(false)
})

test('a study has two to four images, of body parts and views that exist for the species', () => {
  for (const { species, bodyPart, view, study } of planned)
    if (study.modality === 'Dental')
      expect([view, dentalRegions[species].map(({ name }) => name)]).toEqual([
        '',
        expect.arrayContaining([bodyPart]),
      ])
    else expect(getUsualViews(species, bodyPart as BodyPart)).toContain(view)
  for (const images of Map.groupBy(planned, ({ study }) => study.studyId).values()) {
    expect(images.length).toBeGreaterThanOrEqual(2)
    expect(images.length).toBeLessThanOrEqual(4)
  }
})

test('a study with a case has images of the body part that the case is about', () => {
  const ofCase = planned.filter(({ study }) => study.studyId === 31)
  expect(ofCase.map(({ bodyPart }) => bodyPart)).toContain('Chest')
})

test('a follow-up study after a year shows the same anatomy in the same views, in another pose', () => {
  const chosen = [...Map.groupBy(planned, ({ study }) => study.patientId).values()]
    .map((images) => [...Map.groupBy(images, ({ study }) => study.studyId).values()])
    .filter(({ length }) => length > 1)
  expect(chosen.length).toBeGreaterThanOrEqual(3)
  const listProjections = (images: readonly PlannedImage[] = []) =>
    new Set(images.map(({ bodyPart, view, seed }) => `${bodyPart} ${view} ${seed}`))
  const pairs = chosen.filter(([newer, older]) => {
    const gap =
      Date.parse(newer?.[0]?.study.createdOn ?? '') - Date.parse(older?.[0]?.study.createdOn ?? '')
    return gap > 180 * day
  })
  expect(pairs.length).toBeGreaterThanOrEqual(3)
  for (const [newer, older] of pairs) expect(listProjections(newer)).toEqual(listProjections(older))
  expect(new Set(planned.map(({ seed, poseSeed }) => `${seed} ${poseSeed}`)).size).toBe(
    planned.length,
  )
})

test('a rejected image is followed by a better one of the same projection', () => {
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
