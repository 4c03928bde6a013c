import { expect, test } from 'vitest'
import { findMissingViews, selectViewed } from './missing-views.ts'

const view = (bodyPart: string, bodyPartView: string) => ({ bodyPart, bodyPartView })

test('a thorax without its left lateral is incomplete', () => {
  expect(findMissingViews('Canine', [view('Chest', 'RLAT'), view('Chest', 'DV')], [])).toEqual([
    { bodyPart: 'Chest', view: 'LLAT' },
  ])
})

test('a complete thorax misses nothing, and a lateral without a side counts as one of two', () => {
  const both = [view('Chest', 'RLAT'), view('Chest', 'LLAT'), view('Chest', 'VD')]
  expect(findMissingViews('Feline', both, [])).toEqual([])
  expect(findMissingViews('Canine', [view('Chest', 'LAT'), view('Chest', 'VD')], [])).toEqual([
    { bodyPart: 'Chest', view: 'LLAT' },
  ])
})

test('a planned view that was not taken is missing once, whatever its part', () => {
  const planned = [view('Abdomen', 'VD'), view('Left Stifle', 'CRCD'), view('Abdomen', 'RLAT')]
  const taken = [view('Abdomen', 'RLAT'), view('Left Stifle', 'CDCR'), view('Left Stifle', 'ML')]
  expect(findMissingViews('Canine', taken, planned)).toEqual([{ bodyPart: 'Abdomen', view: 'VD' }])
})

test('a part without usual views, or an unknown species, is never incomplete', () => {
  expect(findMissingViews('Canine', [view('Tail tip', 'VD')], [])).toEqual([])
  expect(findMissingViews(undefined, [view('Chest', 'VD')], [])).toEqual([])
})

test('views are missing in a case of radiographs only, and slices do not count as such', () => {
  const slice = { ...view('Chest', 'VD'), modality: 'CT' as const }
  const radiograph = { ...view('Chest', 'VD'), modality: 'General' as const }
  expect(selectViewed('CT', [slice, radiograph])).toEqual([])
  expect(selectViewed('UltraSound', [radiograph])).toEqual([])
  expect(selectViewed('XRay', [slice, radiograph])).toEqual([radiograph])
})
