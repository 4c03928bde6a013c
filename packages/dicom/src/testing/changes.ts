import fc from 'fast-check'

export interface Change {
  readonly keep: number
  readonly isCut: boolean
  readonly flips: readonly { readonly place: number; readonly value: number }[]
}

/** Changes that a bad disk, a bad network or a bad person makes; the same ones on every run. */
export const changes: fc.Arbitrary<Change> = fc.record({
  keep: fc.double({ min: 0, max: 1, noNaN: true }),
  isCut: fc.boolean(),
  flips: fc.array(
    fc.record({
      place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      value: fc.oneof(fc.constantFrom(0, 0x7f, 0x80, 0xff), fc.nat(255)),
    }),
    { maxLength: 8 },
  ),
})

export function changed(file: Uint8Array, { keep, isCut, flips }: Change): Uint8Array {
  const bytes = file.slice(0, isCut ? Math.floor(keep * file.length) : file.length)
  for (const { place, value } of flips) bytes[Math.floor(place * bytes.length)] = value
  return bytes
}
