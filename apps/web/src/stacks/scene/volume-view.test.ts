import { cross, dot, getPositionRotation, identity } from '@talus/volume'
import { expect, test } from 'vitest'
import { getSideAxes, nameSide, turnByDrag, turnByKey, viewSides } from './volume-view.ts'

const name = (region: 'body' | 'head' | 'human', correction = identity) =>
  viewSides.map((side) => nameSide(side, { region, correction }))

test('the sides of the 3D view have the words of the animal', () => {
  expect(name('body')).toEqual(['left', 'right', 'dorsal', 'ventral', 'cranial', 'caudal'])
  expect(name('head')).toEqual(['left', 'right', 'dorsal', 'ventral', 'rostral', 'caudal'])
  expect(new Set(name('human'))).toEqual(
    new Set(['left', 'right', 'anterior', 'posterior', 'head', 'foot']),
  )
})

test('the side that faces the viewer follows the pointer and the arrow keys on both axes', () => {
  for (const side of viewSides) {
    const axes = getSideAxes(side, { region: 'body', correction: identity })
    const facing = cross(axes.down, axes.right)
    const at = { x: 100, y: 100 }
    const drag = (x: number, y: number) => turnByDrag(axes, at, { x: at.x + x, y: at.y + y })
    const press = (key: string) => turnByKey(axes, key, false) ?? axes
    for (const [turned, x, y] of [
      [drag(30, 0), 1, 0],
      [press('ArrowRight'), 1, 0],
      [drag(-30, 0), -1, 0],
      [press('ArrowLeft'), -1, 0],
      [drag(0, 30), 0, 1],
      [press('ArrowDown'), 0, 1],
      [drag(0, -30), 0, -1],
      [press('ArrowUp'), 0, -1],
    ] as const) {
      const [right, down] = [dot(facing, turned.right), dot(facing, turned.down)]
      expect([Math.round(right * 100), Math.round(down * 100)].map(Math.sign)).toEqual([x, y])
      // Nothing is mirrored: the view is turned by a rotation.
      expect(dot(cross(turned.right, turned.down), cross(axes.right, axes.down))).toBeGreaterThan(
        0.9,
      )
    }
  }
  const axes = getSideAxes('left', { region: 'body', correction: identity })
  expect(turnByKey(axes, 'Enter', false)).toBeUndefined()
})

test('a correction of the position turns the view with its word', () => {
  expect(name('body', getPositionRotation('HFP', 'HFS'))).toEqual(name('body'))
})
