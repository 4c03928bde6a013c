import { breeds } from '@talus/anatomy'
import { expect, test } from 'vitest'
import { findReferenceRange, compareToRange } from './reference-range.ts'
import { vhsByBreed } from './vhs-ranges.ts'

test('every breed with its own range exists in the list of dog breeds', () => {
  const names = new Set(
    breeds.filter(({ species }) => species === 'Canine').map(({ name }) => name),
  )
  expect([...vhsByBreed.keys()].filter((name) => !names.has(name))).toEqual([])
})

test('the low limit of a range is below its high limit, with the mean in between', () => {
  for (const { low = -Infinity, high = Infinity, mean } of vhsByBreed.values()) {
    expect(low).toBeLessThan(high)
    if (mean !== undefined) {
      expect(mean).toBeGreaterThan(low)
      expect(mean).toBeLessThan(high)
    }
  }
})

test('a breed has its own range, other dogs that of all dogs, cats that of cats', () => {
  const boxer = findReferenceRange('vhs', { species: 'Canine', breed: 'Boxer' })
  expect(boxer).toMatchObject({ low: 10.3, high: 12.6, population: 'breed' })
  expect(findReferenceRange('vhs', { species: 'Canine', breed: 'Boston Terrier' })).toMatchObject({
    low: 10.3,
    high: 13.1,
    isDeviation: true,
  })
  const dog = { low: 8.5, high: 10.5, population: 'dogs' }
  expect(findReferenceRange('vhs', { species: 'Canine', breed: 'Rottweiler' })).toMatchObject(dog)
  expect(findReferenceRange('vhs', { species: 'Canine', breed: null })).toMatchObject(dog)
  expect(findReferenceRange('vhs', { species: 'Feline', breed: 'Persian' })).toMatchObject({
    low: 6.7,
    high: 8.1,
    population: 'cats',
  })
})

test('species and tools without a published range have no reference range', () => {
  expect(findReferenceRange('vhs', { species: 'Equine', breed: null })).toBeUndefined()
  expect(findReferenceRange('vhs', { species: null, breed: null })).toBeUndefined()
  expect(findReferenceRange('vlas', { species: 'Feline', breed: null })).toBeUndefined()
  expect(findReferenceRange('tta', { species: 'Canine', breed: null })).toBeUndefined()
})

test('a value is compared with the range after rounding as displayed', () => {
  const range = { low: 8.5, high: 10.5 }
  const at = (value: number) => compareToRange(range, { value, decimals: 3 })
  expect(at(8.4994)).toBe('below')
  expect(at(8.4996)).toBe('within')
  expect(at(10.5004)).toBe('within')
  expect(at(10.5006)).toBe('above')
  expect(compareToRange({ high: 0.3 }, { value: 0, decimals: 2 })).toBe('within')
  expect(compareToRange({}, { value: 10, decimals: 2 })).toBeUndefined()
})
