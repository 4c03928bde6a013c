import { expect, test } from 'vitest'
import { refreshSelected, togglePage, toggleRow } from './selected-rows.ts'

const row = (id: number, status = 1) => ({ id, status })
const select = (...rows: readonly ReturnType<typeof row>[]) =>
  new Map(rows.map((one) => [one.id, one]))

test('a row is selected and deselected, and rows of other pages stay selected', () => {
  const selected = toggleRow(select(row(1)), row(2))
  expect([...selected.keys()]).toEqual([1, 2])
  expect([...toggleRow(selected, row(1)).keys()]).toEqual([2])
})

test('the box of the page selects its rows, and deselects them if all are selected', () => {
  const page = [row(1), row(2)]
  const all = togglePage(select(row(9), row(1)), page)
  expect([...all.keys()]).toEqual([9, 1, 2])
  expect([...togglePage(all, page).keys()]).toEqual([9])
})

test('a row that left the page after a change is deselected, and the others are the fresh ones', () => {
  const before = [row(1), row(2), row(3)]
  const selected = select(row(1), row(2), row(9))
  const fresh = refreshSelected(selected, before, [row(2, 4), row(3)])
  expect([...fresh.values()]).toEqual([row(9), row(2, 4)])
})

test('the rows of another page change nothing of the selection', () => {
  const selected = select(row(1))
  expect([...refreshSelected(selected, [], [row(11), row(12)]).keys()]).toEqual([1])
})
