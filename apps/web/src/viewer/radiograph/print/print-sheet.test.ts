import { expect, test } from 'vitest'
import { choosePaper } from './print-sheet.ts'

test.each([
  [190, 215, 'portrait', false],
  [150, 200, 'portrait', false],
  // Wider than the 190 mm between the margins of A4.
  [200, 150, 'landscape', false],
  [259, 152, 'landscape', false],
  [200, 200, 'portrait', true],
  [320, 240, 'landscape', true],
  [180, 230, 'portrait', true],
])('an image of %s × %s mm is printed on %s paper; cut: %s', (width, height, wanted, isCut) => {
  expect(choosePaper({ width, height })).toMatchObject({ orientation: wanted, isCut })
})
