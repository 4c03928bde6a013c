import { expect, test } from 'vitest'
import { findDayFaults } from './day-faults.ts'

const none = { from: undefined, to: undefined }

test('a day that is not in the calendar is named at its field', () => {
  expect(findDayFaults({ from: '2026-13-45', to: '2026-02-30' })).toEqual({
    from: 'errors:field/date',
    to: 'errors:field/date',
  })
})

test('a period that ends before it begins is named at its end', () => {
  expect(findDayFaults({ from: '2026-05-02', to: '2026-05-01' })).toEqual({
    from: undefined,
    to: 'caseFigures:filter.reversed',
  })
  expect(findDayFaults({ from: '2026-05-01', to: '2026-05-01' })).toEqual(none)
})

test('a day that is being typed has no fault yet', () => {
  for (const from of ['', '2', '2026', '2026-1', '2026-12', '2026-12-0'])
    expect(findDayFaults({ from, to: '' })).toEqual(none)
})
