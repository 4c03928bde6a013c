import { expect, test } from 'vitest'
import { clampPage, compareValues, searchRows } from './column.ts'

const rows = [
  { name: 'Étoile', owner: 'Sophie Gagnon' },
  { name: 'Bella', owner: 'Emma Tremblay' },
]
const columns = [
  { id: 'name', header: 'Name', value: (row: { name: string }) => row.name },
  { id: 'owner', header: 'Owner', value: (row: { owner: string }) => row.owner },
] as const

test('a table search finds every word in any column, ignoring case and accents', () => {
  const found = searchRows<(typeof rows)[number]>(rows, columns, 'gagnon ETOILE')
  expect(found.map(({ name }) => name)).toEqual(['Étoile'])
})

test('an empty table search finds all rows', () => {
  expect(searchRows<(typeof rows)[number]>(rows, columns, '  ')).toHaveLength(2)
})

test('numbers in table cells are sorted by value, also inside text', () => {
  expect(compareValues(9, 10)).toBeLessThan(0)
  expect(compareValues('P-9', 'P-10')).toBeLessThan(0)
  expect(compareValues('etna', 'Étoile')).toBeLessThan(0)
})

test('a table page that no longer exists becomes the last page', () => {
  expect(clampPage(5, 57, 10)).toBe(5)
  expect(clampPage(5, 12, 10)).toBe(1)
  expect(clampPage(3, 0, 10)).toBe(0)
  expect(clampPage(-1, 57, 10)).toBe(0)
})
