import { expect, test } from 'vitest'
import { clearPreamble } from './dicom-preamble.ts'

const dicom = (preamble: string) =>
  Buffer.concat([
    Buffer.alloc(128).fill(preamble === '' ? 0 : preamble.padEnd(128, '\0'), 0, 128, 'latin1'),
    Buffer.from('DICM and the rest'),
  ])

test('clearPreamble clears an executable in the preamble, and nothing else', () => {
  for (const program of ['MZ\x90', '\x7fELF', '#!/bin/sh\n', '\0\0\0\0\0\0x']) {
    const file = dicom(program)
    expect(clearPreamble(file)).toBe(true)
    expect(file.equals(dicom(''))).toBe(true)
  }
})

test('clearPreamble keeps a preamble of zeros or TIFF', () => {
  for (const preamble of ['', 'II*\0\x08', 'MM\0*', 'II+\0', 'MM\0+']) {
    const file = dicom(preamble)
    expect(clearPreamble(file)).toBe(false)
    expect(file.equals(dicom(preamble))).toBe(true)
  }
})

test('clearPreamble does not change a file without a DICOM preamble', () => {
  for (const text of ['', 'short', 'x'.repeat(500)]) {
    const file = Buffer.from(text)
    expect(clearPreamble(file)).toBe(false)
    expect(file.toString()).toBe(text)
  }
})
