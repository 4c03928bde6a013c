import { species } from '@talus/contract'
import { expect, test } from 'vitest'
import { frenchBreeds } from './breeds-french.ts'
import { breeds, otherBreed } from './breeds.ts'
import { formatBreed } from './format-breed.ts'
import { speciesEntries } from './species.ts'

const getBreeds = (kind: (typeof species)[number]) =>
  breeds.filter((breed) => breed.species === kind)
const getCode = (name: string) => breeds.find((breed) => breed.name === name)?.code

test('there are 93 breeds of dogs, 47 of cats and 50 of horses, and Other for each', () => {
  expect(species.map((kind) => getBreeds(kind).length)).toEqual([94, 48, 51])
  expect(species.map((kind) => getBreeds(kind).at(-1)?.name)).toEqual([
    otherBreed,
    otherBreed,
    otherBreed,
  ])
})

test('breed names are unique per species, and breed codes are unique', () => {
  const names = breeds.map((breed) => `${breed.species} ${breed.name}`)
  const codes = breeds.flatMap(({ code }) => code ?? [])
  expect(new Set(names).size).toBe(193)
  expect(new Set(codes).size).toBe(codes.length)
})

test('breeds have the codes of DICOM CID 7480, or none if the set has none', () => {
  expect(getCode('Labrador Retriever')).toBe('62137007')
  expect(getCode('Mixed Breed Dog')).toBe('132619000')
  expect(getCode('Domestic shorthaired')).toBe('15020009')
  expect(getCode('Warmblood (other)')).toBe('407402001')
  expect(getCode('Siberian Husky')).toBeNull()
  expect(breeds.filter(({ code }) => code === null).map(({ name }) => name)).toEqual([
    'Siberian Husky',
    'American Staffordshire Terrier',
    'Jack Russell Terrier',
    'Great Pyrenees',
    'Leonberger',
    'Labradoodle',
    'Goldendoodle',
    'Cockapoo',
    'Other',
    'Himalayan',
    'Manx',
    'Ocicat',
    'Other',
    'Thoroughbred',
    'Other',
  ])
})

test('every species has names and a code of DICOM CID 7454', () => {
  expect(species.map((kind) => speciesEntries[kind].code.value)).toEqual([
    '448771007',
    '448169003',
    '35354009',
  ])
  expect(species.map((kind) => speciesEntries[kind].names.fr)).toEqual(['Chien', 'Chat', 'Cheval'])
})

test('a breed has its French name in French, and every French name is one of a stored breed', () => {
  expect(formatBreed('German Shepherd Dog', 'fr')).toBe('Berger allemand')
  expect(formatBreed('German Shepherd Dog', 'en')).toBe('German Shepherd Dog')
  expect(formatBreed('Beagle', 'fr')).toBe('Beagle')
  const names = new Set(breeds.map(({ name }) => name))
  expect(Object.keys(frenchBreeds).filter((name) => !names.has(name))).toEqual([])
  for (const kind of species) {
    const french = getBreeds(kind).map(({ name }) => formatBreed(name, 'fr'))
    expect(new Set(french).size).toBe(french.length)
  }
})
