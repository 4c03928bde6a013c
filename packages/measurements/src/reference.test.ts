import { breeds } from '@talus/anatomy'
import { expect, test } from 'vitest'
import { referenceOf, standingOf } from './reference.ts'
import { vhsByBreed } from './vhs-ranges.ts'

test('every breed with a range of its own is one that can be chosen for a dog', () => {
  const names = new Set(
    breeds.filter(({ species }) => species === 'Canine').map(({ name }) => name),
  )
  expect([...vhsByBreed.keys()].filter((name) => !names.has(name))).toEqual([])
})

test('a range goes from low to high and holds its mean', () => {
  for (const { low = -Infinity, high = Infinity, mean } of vhsByBreed.values()) {
    expect(low).toBeLessThan(high)
    if (mean !== undefined) {
      expect(mean).toBeGreaterThan(low)
      expect(mean).toBeLessThan(high)
    }
  }
})

test('a breed has its own range, other dogs that of all dogs, cats theirs', () => {
  const boxer = referenceOf('vhs', { species: 'Canine', breed: 'Boxer' })
  expect(boxer).toMatchObject({ low: 10.3, high: 12.6, population: 'breed' })
  expect(referenceOf('vhs', { species: 'Canine', breed: 'Boston Terrier' })).toMatchObject({
    low: 10.3,
    high: 13.1,
    isDeviation: true,
  })
  const dog = { low: 8.5, high: 10.5, population: 'dogs' }
  expect(referenceOf('vhs', { species: 'Canine', breed: 'Rottweiler' })).toMatchObject(dog)
  expect(referenceOf('vhs', { species: 'Canine', breed: null })).toMatchObject(dog)
  expect(referenceOf('vhs', { species: 'Feline', breed: 'Persian' })).toMatchObject({
    low: 6.7,
    high: 8.1,
    population: 'cats',
  })
})

test('nothing is said about animals and tools without a range', () => {
  expect(referenceOf('vhs', { species: 'Equine', breed: null })).toBeUndefined()
  expect(referenceOf('vhs', { species: null, breed: null })).toBeUndefined()
  expect(referenceOf('vlas', { species: 'Feline', breed: null })).toBeUndefined()
  expect(referenceOf('tta', { species: 'Canine', breed: null })).toBeUndefined()
})

test('a value stands where its shown digits stand', () => {
  const range = { low: 8.5, high: 10.5 }
  const at = (value: number) => standingOf(range, { value, decimals: 3 })
  expect(at(8.4994)).toBe('below')
  expect(at(8.4996)).toBe('within')
  expect(at(10.5004)).toBe('within')
  expect(at(10.5006)).toBe('above')
  expect(standingOf({ high: 0.3 }, { value: 0, decimals: 2 })).toBe('within')
  expect(standingOf({}, { value: 10, decimals: 2 })).toBeUndefined()
})
