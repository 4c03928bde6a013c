import { expect, test } from 'vitest'
import { createGestureFixture } from '../testing/gesture-fixture.ts'
import { chooseToolByKey } from './choose-tool.ts'

test('a tool that needs millimetres is refused by key on an image without them, and says why', () => {
  const { store } = createGestureFixture('length')
  const refused: string[] = []
  const press = (tool: 'bidirectional' | 'tta' | 'vhs', hasSpacing: boolean) =>
    chooseToolByKey(store, tool, { hasSpacing, onRefused: () => refused.push(tool) })
  press('bidirectional', false)
  press('tta', false)
  expect([store.get().tool, refused]).toEqual(['length', ['bidirectional', 'tta']])
  // A ratio needs no millimetres.
  press('vhs', false)
  expect(store.get().tool).toBe('vhs')
  press('tta', true)
  expect([store.get().tool, refused]).toEqual(['tta', ['bidirectional', 'tta']])
})
