import fc from 'fast-check'

export interface Corruption {
  readonly keep: number
  readonly isCut: boolean
  readonly flips: readonly { readonly position: number; readonly value: number }[]
}

/** Corruption as by a bad disk, a bad network or an attacker; the same on every run. */
export const arbitraryCorruption: fc.Arbitrary<Corruption> = fc.record({
  keep: fc.double({ min: 0, max: 1, noNaN: true }),
  isCut: fc.boolean(),
  flips: fc.array(
    fc.record({
      position: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      value: fc.oneof(fc.constantFrom(0, 0x7f, 0x80, 0xff), fc.nat(255)),
    }),
    { maxLength: 8 },
  ),
})

export function corrupt(file: Uint8Array, { keep, isCut, flips }: Corruption): Uint8Array {
  const bytes = file.slice(0, isCut ? Math.floor(keep * file.length) : file.length)
  for (const { position, value } of flips) bytes[Math.floor(position * bytes.length)] = value
  return bytes
}
