import type { ImageId, Stack } from '@talus/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { formatSlice } from './overlay-texts.ts'

/** The keys and values in place of the text. */
const t = ((key: string, values: object) =>
  `${key} ${Object.values(values).join(' ')}`) as TFunction

const change = (
  toSlice: (slice: Stack['phases'][number]['slices'][number], index: number) => object,
): Stack => {
  const stack = createStack('chest', 3)
  return {
    ...stack,
    phases: stack.phases.map((phase) => ({
      ...phase,
      slices: phase.slices.map((slice, index) => ({ ...slice, ...toSlice(slice, index) })),
    })),
  }
}

test('the number of the scanner is told if it differs from that of the slice', () => {
  expect(formatSlice(t, createStack('chest', 3), 0, 1)).toBe('stacks:overlay.slice 2 3')
  const reversed = change((_, index) => ({ instanceNumber: 3 - index }))
  expect(formatSlice(t, reversed, 0, 0)).toBe('stacks:overlay.sliceAndImage 1 3 3')
  expect(formatSlice(t, reversed, 0, 1)).toBe('stacks:overlay.slice 2 3')
  expect(
    formatSlice(
      t,
      change(() => ({ instanceNumber: null })),
      0,
      1,
    ),
  ).toBe('stacks:overlay.slice 2 3')
})

test('the frames of one image have no numbers of their own', () => {
  const frames = change((_, index) => ({
    imageId: 1 as ImageId,
    frame: index + 1,
    instanceNumber: 7,
  }))
  expect(formatSlice(t, frames, 0, 1)).toBe('stacks:overlay.slice 2 3')
})
