import { Protocol, species, getSpeciesId } from '@talus/contract'
import { expect, test } from 'vitest'
import { findAnnotationFault } from './annotation-fault.ts'
import { builtInProtocols } from './protocols.ts'

test('every step of a built-in protocol is a valid body part and view, without duplicates', () => {
  const wrong = builtInProtocols.flatMap(({ key, steps, ...kind }) =>
    steps
      .filter(
        (step, place) =>
          findAnnotationFault(kind, step) !== undefined ||
          steps.findIndex(
            (other) => other.bodyPart === step.bodyPart && other.bodyPartView === step.bodyPartView,
          ) !== place,
      )
      .map((step) => ({ key, ...step })),
  )
  expect(wrong).toEqual([])
})

test('built-in protocols are valid against the schema of clinic protocols', () => {
  for (const { key, names, species: kind, modality, steps } of builtInProtocols)
    for (const name of [names.en, names.fr])
      expect([
        key,
        Protocol.safeParse({
          key,
          name,
          modality,
          steps,
          speciesId: getSpeciesId(kind),
          isChanged: false,
          revision: 0,
        }).success,
      ]).toEqual([key, true])
})

test('keys of built-in protocols are unique and differ from keys of clinic protocols', () => {
  const keys = builtInProtocols.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => key.startsWith('own-'))).toEqual([])
})

test('names of built-in protocols are unique within a species, in both languages', () => {
  for (const kind of species)
    for (const language of ['en', 'fr'] as const) {
      const names = builtInProtocols
        .filter((one) => one.species === kind)
        .map(({ names: both }) => both[language])
      expect(new Set(names).size).toBe(names.length)
    }
})

test('the pre-purchase examination of a horse goes leg by leg', () => {
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

test('the full mouth protocol has every dental region', () => {
  const lengths = builtInProtocols
    .filter(({ key }) => key.endsWith('full-mouth'))
    .map(({ steps }) => steps.length)
  expect(lengths).toEqual([16, 16, 20])
})
