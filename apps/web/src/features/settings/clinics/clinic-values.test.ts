import { joinedAddress } from '@talus/contract'
import { expect, test } from 'vitest'
import { linesOf } from './clinic-values.ts'

test.each([
  ['210 Harrow Creek Road, Harrowfield', '210 Harrow Creek Road\nHarrowfield'],
  ['48, rue du Grand-Érable, Val-aux-Frênes', '48, rue du Grand-Érable\nVal-aux-Frênes'],
  ['48B, rue du Grand-Érable', '48B, rue du Grand-Érable'],
  ['', ''],
])('%s is shown in lines, and comes back as it was', (address, lines) => {
  expect(linesOf(address)).toBe(lines)
  expect(joinedAddress(lines)).toBe(address)
})
