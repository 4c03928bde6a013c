import { expect, test } from 'vitest'
import {
  advancedToolKeys,
  frameKeys,
  imageActionKeys,
  presetKeys,
  toolKeys,
} from './viewer-keys.ts'

const keys = [
  ...Object.keys(toolKeys),
  ...Object.keys(advancedToolKeys),
  ...Object.values(imageActionKeys),
  ...presetKeys,
  ...Object.values(frameKeys),
]

test('no key of the viewer has two meanings', () => {
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('no key of the viewer begins a sequence or is used on every page', () => {
  expect(keys.filter((key) => ['g', '?', '/'].includes(key))).toEqual([])
})
