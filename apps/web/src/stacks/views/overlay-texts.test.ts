import type { ImageId, Stack } from '@talus/contract'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { formatPhase, formatSlice, listNotices, summarizeNotices } from './overlay-texts.ts'

/** The keys and values in place of the text. */
const t = ((key: string, values: object = {}) =>
  `${key} ${Object.values(values).join(' ')}`) as unknown as TFunction

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

test('the number of the scanner is shown if it differs from that of the slice', () => {
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

test('a phase has its number, and in words what tells it from the others', () => {
  const { phases } = createStack('liver', 3)
  const stack = createStack('liver', 3, {
    phases: [
      ...phases,
      ...phases.map((phase) => ({ ...phase, by: 'acquisition' as const, label: '4' })),
    ],
  })
  expect(formatPhase(t, stack, 0)).toBe('stacks:overlay.phase 1 2')
  expect(formatPhase(t, stack, 1)).toBe('stacks:overlay.phase 2 2 · stacks:phase.by.acquisition 4')
})

test('the frames of one image have no numbers of their own', () => {
  const frames = change((_, index) => ({
    imageId: 1 as ImageId,
    frame: index + 1,
    instanceNumber: 7,
  }))
  expect(formatSlice(t, frames, 0, 1)).toBe('stacks:overlay.slice 2 3')
})

test('the corner of a viewport names what changes how the picture is read, each once', () => {
  const stack: Stack = {
    ...createStack('chest', 3),
    notes: [
      { code: 'tilted', value: 18.5 },
      { code: 'missingSlices', value: 2, after: 18 },
      { code: 'missingSlices', value: 1, after: 27 },
      { code: 'derived' },
    ],
  }
  const notices = listNotices(t, stack, [4])
  expect(notices.map(({ text }) => text)).toEqual([
    'stacks:notes.tilted 18.5',
    'stacks:notes.missingSlices 2 18',
    'stacks:notes.missingSlices 1 27',
    'stacks:notes.unreadable 1',
  ])
  expect(summarizeNotices(t, notices)).toBe(
    'stacks:notice.tilted 18.5 · stacks:notice.missingSlices  · stacks:notice.unreadable  (4)',
  )
})

test('notes without a short form are counted', () => {
  const stack: Stack = {
    ...createStack('chest', 3),
    notes: [{ code: 'duplicatesRemoved', value: 1 }],
  }
  const notices = listNotices(t, stack, [])
  expect(summarizeNotices(t, notices)).toBe('stacks:notice.count 1')
  expect(listNotices(t, createStack('chest', 3), [])).toEqual([])
})
