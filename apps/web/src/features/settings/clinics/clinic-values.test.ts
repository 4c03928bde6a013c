import { joinAddress } from '@talus/contract'
import { expect, test } from 'vitest'
import { toAddressLines } from './clinic-values.ts'

test.each([
  ['210 Harrow Creek Road, Harrowfield', '210 Harrow Creek Road\nHarrowfield'],
  ['48, rue du Grand-Érable, Val-aux-Frênes', '48, rue du Grand-Érable\nVal-aux-Frênes'],
  ['48B, rue du Grand-Érable', '48B, rue du Grand-Érable'],
  ['', ''],
])('shows the address "%s" in lines and joins them without loss', (address, lines) => {
  expect(toAddressLines(address)).toBe(lines)
  expect(joinAddress(lines)).toBe(address)
})
