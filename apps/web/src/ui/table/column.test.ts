import { expect, test } from 'vitest'
import { clampPage, compare, search } from './column.ts'

const rows = [
  { name: 'Étoile', owner: 'Sophie Gagnon' },
  { name: 'Bella', owner: 'Emma Tremblay' },
]
const columns = [
  { id: 'name', header: 'Name', value: (row: { name: string }) => row.name },
  { id: 'owner', header: 'Owner', value: (row: { owner: string }) => row.owner },
] as const

test('a search finds every word in any column, whatever the case and the accents', () => {
  const found = search<(typeof rows)[number]>(rows, columns, 'gagnon ETOILE')
  expect(found.map(({ name }) => name)).toEqual(['Étoile'])
})

test('an empty search finds everything', () => {
  expect(search<(typeof rows)[number]>(rows, columns, '  ')).toHaveLength(2)
})

test('numbers sort by size, also inside of words', () => {
  expect(compare(9, 10)).toBeLessThan(0)
  expect(compare('P-9', 'P-10')).toBeLessThan(0)
  expect(compare('etna', 'Étoile')).toBeLessThan(0)
})

test('a page that no longer exists becomes the last one', () => {
  expect(clampPage(5, 57, 10)).toBe(5)
  expect(clampPage(5, 12, 10)).toBe(1)
  expect(clampPage(3, 0, 10)).toBe(0)
  expect(clampPage(-1, 57, 10)).toBe(0)
})
