import { expect, test } from 'vitest'
import { listTaken, resolveChoices } from './compare-rows.ts'
import type { CompareRow, Side } from './compare-rows.ts'

const row = (field: string, left: string, right: string): CompareRow => ({
  label: field,
  field,
  left,
  right,
})
const rows = [
  row('name', 'Rex', 'Rexo'),
  row('sex', '', 'Male'),
  row('owner', 'Anne', 'Anne'),
  { label: 'studies', left: '1', right: '2', isFact: true },
]

test('values of this record stay, and missing ones come from the other record', () => {
  const choices = resolveChoices(rows, new Map())
  expect([...choices]).toEqual([
    ['name', 'left'],
    ['sex', 'right'],
  ])
  expect(listTaken(choices)).toEqual(['sex'])
})

test('the choice of the user replaces the default', () => {
  const chosen = new Map<string, Side>([
    ['name', 'right'],
    ['sex', 'left'],
  ])
  expect(listTaken(resolveChoices(rows, chosen))).toEqual(['name'])
})

test('a number or name that the server made up gives way to a real one', () => {
  const generated = [
    row('patientId', '1767225600000', 'MG-2'),
    row('accessionCode', '1767225600001', '1767225600002'),
    row('name', 'Unnamed 3', 'Rex'),
    row('description', '1767225600000', 'Allergic'),
  ]
  expect(listTaken(resolveChoices(generated, new Map()))).toEqual(['patientId', 'name'])
  const unnamed = [row('patientId', 'UNNAMED-3', 'MG-2'), row('name', 'Rex', 'Unnamed 3')]
  expect(listTaken(resolveChoices(unnamed, new Map()))).toEqual(['patientId'])
})
