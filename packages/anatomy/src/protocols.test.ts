import { Protocol, species, speciesIdOf } from '@talus/contract'
import { expect, test } from 'vitest'
import { annotationFault } from './annotation-fault.ts'
import { builtInProtocols } from './protocols.ts'

test('every step of a protocol is a part and a view of its species, and stands in it once', () => {
  const wrong = builtInProtocols.flatMap(({ key, steps, ...kind }) =>
    steps
      .filter(
        (step, place) =>
          annotationFault(kind, step) !== undefined ||
          steps.findIndex(
            (other) => other.bodyPart === step.bodyPart && other.bodyPartView === step.bodyPartView,
          ) !== place,
      )
      .map((step) => ({ key, ...step })),
  )
  expect(wrong).toEqual([])
})

test('protocols fit the form in which clinics make their own', () => {
  for (const { key, names, species: kind, modality, steps } of builtInProtocols)
    for (const name of [names.en, names.fr])
      expect([
        key,
        Protocol.safeParse({
          key,
          name,
          modality,
          steps,
          speciesId: speciesIdOf(kind),
          isChanged: false,
          revision: 0,
        }).success,
      ]).toEqual([key, true])
})

test('keys are not given twice, and none looks like a clinic’s own', () => {
  const keys = builtInProtocols.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => key.startsWith('own-'))).toEqual([])
})

test('names differ within a species, in both languages', () => {
  for (const kind of species)
    for (const language of ['en', 'fr'] as const) {
      const names = builtInProtocols
        .filter((one) => one.species === kind)
        .map(({ names: both }) => both[language])
      expect(new Set(names).size).toBe(names.length)
    }
})

test('a horse is looked at leg by leg before it is bought', () => {
  const steps = builtInProtocols.find(({ key }) => key === 'horse-pre-purchase')?.steps ?? []
  expect(steps).toHaveLength(40)
  expect(steps.slice(0, 4)).toEqual([
    { bodyPart: 'Left Forefoot', bodyPartView: 'LM' },
    { bodyPart: 'Left Forefoot', bodyPartView: 'DP' },
    { bodyPart: 'Left Forefoot', bodyPartView: 'D65PR_PADIO' },
    { bodyPart: 'Left Navicular of Forelimb', bodyPartView: 'PA55PR_PADIO' },
  ])
  expect(steps.at(-1)).toEqual({ bodyPart: 'Right Stifle', bodyPartView: 'CD30L_CRMO' })
})

test('a full mouth is every region', () => {
  const lengths = builtInProtocols
    .filter(({ key }) => key.endsWith('full-mouth'))
    .map(({ steps }) => steps.length)
  expect(lengths).toEqual([16, 16, 20])
})
