import { species } from '@talus/contract'
import { expect, test } from 'vitest'
import { compareRegionNames, dentalRegions, quadrantDigits } from './teeth.ts'

const getNames = (kind: keyof typeof dentalRegions) => dentalRegions[kind].map(({ name }) => name)
const getTeeth = (kind: keyof typeof dentalRegions) =>
  dentalRegions[kind].flatMap(({ teeth }) => teeth)

test('a dog has 16 dental regions, named and ordered as specified', () => {
  expect(getNames('Canine')).toEqual([
    '101,102,103 - RU - Incisors',
    '104 - RU - Canine',
    '105,106,107,108 - RU - Premolars',
    '109,110 - RU - Molars',
    '401,402,403 - RL - Incisors',
    '404 - RL - Canine',
    '405,406,407,408 - RL - Premolars',
    '409,410,411 - RL - Molars',
    '201,202,203 - LU - Incisors',
    '204 - LU - Canine',
    '205,206,207,208 - LU - Premolars',
    '209,210 - LU - Molars',
    '301,302,303 - LL - Incisors',
    '304 - LL - Canine',
    '305,306,307,308 - LL - Premolars',
    '309,310,311 - LL - Molars',
  ])
})

test('a cat has 16 dental regions, with fewer premolars below than above', () => {
  expect(getNames('Feline')).toEqual([
    '101,102,103 - RU - Incisors',
    '104 - RU - Canine',
    '106,107,108 - RU - Premolars',
    '109 - RU - Molars',
    '401,402,403 - RL - Incisors',
    '404 - RL - Canine',
    '407,408 - RL - Premolars',
    '409 - RL - Molars',
    '201,202,203 - LU - Incisors',
    '204 - LU - Canine',
    '206,207,208 - LU - Premolars',
    '209 - LU - Molars',
    '301,302,303 - LL - Incisors',
    '304 - LL - Canine',
    '307,308 - LL - Premolars',
    '309 - LL - Molars',
  ])
})

test('a horse has 20 dental regions, with separate wolf teeth', () => {
  expect(getNames('Equine')).toHaveLength(20)
  expect(getNames('Equine').slice(0, 5)).toEqual([
    '101,102,103 - RU - Incisors',
    '104 - RU - Canine',
    '105 - RU - Wolf Tooth',
    '106,107,108 - RU - Premolars',
    '109,110,111 - RU - Molars',
  ])
  expect(getNames('Equine').filter((name) => name.endsWith('Wolf Tooth'))).toEqual([
    '105 - RU - Wolf Tooth',
    '405 - RL - Wolf Tooth',
    '205 - LU - Wolf Tooth',
    '305 - LL - Wolf Tooth',
  ])
  expect(getNames('Equine').at(-1)).toBe('309,310,311 - LL - Molars')
})

test('each tooth is in exactly one dental region: 42, 30 and 44 teeth', () => {
  const counts = species.map((kind) => [getTeeth(kind).length, new Set(getTeeth(kind)).size])
  expect(counts).toEqual([
    [42, 42],
    [30, 30],
    [44, 44],
  ])
})

test('a cat lacks the premolars and molars that only a dog has', () => {
  const missing = [105, 205, 110, 210, 111, 211, 305, 306, 405, 406, 310, 311, 410, 411]
  expect(getTeeth('Feline').filter((tooth) => missing.includes(tooth))).toEqual([])
})

test('a tooth number starts with the digit of its quadrant', () => {
  const strays = species.flatMap((kind) =>
    dentalRegions[kind].filter(({ quadrant, teeth }) =>
      teeth.some((tooth) => Math.floor(tooth / 100) !== quadrantDigits[quadrant]),
    ),
  )
  expect(strays).toEqual([])
})

test('dental region names are sorted by quadrant 1, 4, 2, 3 and then by tooth', () => {
  const added = ['304 - LL - Canine', '209 - LU - Molars', 'Skull', '104 - RU - Canine']
  added.push('401,402,403 - RL - Incisors', '101,102,103 - RU - Incisors', '', '204 - LU - Canine')
  expect(added.toSorted(compareRegionNames)).toEqual([
    '101,102,103 - RU - Incisors',
    '104 - RU - Canine',
    '401,402,403 - RL - Incisors',
    '204 - LU - Canine',
    '209 - LU - Molars',
    '304 - LL - Canine',
    'Skull',
    '',
  ])
})

test.for(species)('the dental regions of a %s are in the order of compareRegionNames', (kind) => {
  expect(getNames(kind).toReversed().toSorted(compareRegionNames)).toEqual(getNames(kind))
})
