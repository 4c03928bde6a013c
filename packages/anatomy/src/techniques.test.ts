import { animalSizes, species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { bodyParts } from './body-parts.ts'
import { selectTechnique } from './select-technique.ts'
import { defaultTechniques } from './techniques.ts'
import { getUsualViews } from './offered-views.ts'

const getTechniques = (kind: string) =>
  defaultTechniques
    .filter((entry) => entry.species === kind)
    .map((entry) => ({ ...entry, bodyPartView: entry.view }))

test('the technique chart has 768 techniques without duplicates', () => {
  const counts = Map.groupBy(defaultTechniques, (entry) => entry.species)
  expect([...counts].map(([kind, entries]) => [kind, entries.length])).toEqual([
    ['Canine', 264],
    ['Feline', 264],
    ['Equine', 240],
  ])
  const keys = defaultTechniques.map((entry) =>
    [entry.species, entry.size, entry.bodyPart, entry.view].join(' '),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test('a cell of the technique chart has kV, mA, ms and focus', () => {
  const chest = { size: 'Large', bodyPart: 'Chest', bodyPartView: 'LAT' }
  expect(selectTechnique(getTechniques('Canine'), chest)).toMatchObject({
    kv: 80,
    ma: 250,
    ms: 8,
    fo: 1,
  })
  const foot = { size: 'Small', bodyPart: 'Right Forefoot', bodyPartView: 'DP' }
  expect(selectTechnique(getTechniques('Equine'), foot)).toMatchObject({
    kv: 62,
    ma: 100,
    ms: 32,
    fo: 0,
  })
})

const scales = {
  ma: [100, 125, 160, 200, 250, 320],
  ms: [8, 10, 12.5, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 250, 320, 400],
}

test('no technique exceeds a generator of 32 kW or the limit of the small focal spot', () => {
  for (const { kv, ma, ms, fo } of defaultTechniques) {
    expect(kv * ma).toBeLessThanOrEqual(32_000)
    expect([kv >= 40 && kv <= 125, scales.ma.includes(ma), scales.ms.includes(ms)]).toEqual([
      true,
      true,
      true,
    ])
    if (fo === 0) expect(ma).toBeLessThanOrEqual(100)
  }
})

test('the dose of a technique never falls with the size of the animal', () => {
  const groups = Map.groupBy(defaultTechniques, (entry) =>
    [entry.species, entry.bodyPart, entry.view].join(' '),
  )
  for (const group of groups.values()) {
    const doses = animalSizes.map((size) => {
      const { kv = 0, ma = 0, ms = 0 } = group.find((entry) => entry.size === size) ?? {}
      return kv ** 4 * ma * ms
    })
    expect(doses).toEqual(doses.toSorted((one, other) => one - other))
  }
})

describe.each(species)('%s', (kind) => {
  const parts = Object.keys(bodyParts).filter(
    (part): part is keyof typeof bodyParts =>
      getUsualViews(kind, part as keyof typeof bodyParts).length > 0,
  )

  test('every view of every body part has a technique in every size', () => {
    for (const bodyPart of parts)
      for (const bodyPartView of getUsualViews(kind, bodyPart))
        for (const size of animalSizes)
          expect(
            selectTechnique(getTechniques(kind), { size, bodyPart, bodyPartView }),
          ).toBeDefined()
  })

  test('an unknown body part has no technique', () => {
    const key = { size: 'Small', bodyPart: 'Wing', bodyPartView: 'LAT' }
    expect(selectTechnique(getTechniques(kind), key)).toBeUndefined()
  })
})
