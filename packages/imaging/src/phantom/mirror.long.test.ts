import { getBodyParts, getOfferedViews, isBodyPart } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { arrangeScene } from './arrange-scene.ts'
import { mirrorBasis } from './scene/views.ts'
import { computeMaps } from './testing/compute-maps.ts'
import { isAtTrunk, sameSceneViews } from './testing/distinct-views.ts'

/** Views along the leg show both sides alike, with the front on the left. */
const isFromSide = (view: View) => ['ML', 'LM', 'DLMPO', 'DMPLO'].includes(view)

describe.each(species)('%s', (kind) => {
  const animal = { species: kind, seed: 2 } as const
  function describeScene(bodyPart: BodyPart, view: View) {
    const request = { ...animal, bodyPart, view, size: 'M', kv: 60, ma: 100, ms: 10 } as const
    const { scene, basis, setup } = arrangeScene(request)
    const { bodies, ...rest } = scene
    return { rest, basis, setup, count: bodies.length }
  }

  test('views that project alike have the same scene and geometry', () => {
    const pairs = getBodyParts(kind).flatMap((part) => {
      const views = getOfferedViews(kind, part)
      return views.flatMap((view) => {
        const same = sameSceneViews[view]
        return same && views.includes(same) ? [{ part, view, same }] : []
      })
    })
    expect(pairs.length).toBeGreaterThan(5)
    for (const { part, view, same } of pairs)
      expect(describeScene(part, view)).toEqual(describeScene(part, same))
  })

  test('the scene of a right leg is that of the left one, seen alike or mirrored', () => {
    const legs = getBodyParts(kind).filter(
      (part) => part.startsWith('Left ') && !isAtTrunk(kind, part),
    )
    expect(legs.length).toBeGreaterThan(5)
    for (const part of legs) {
      const other = part.replace('Left', 'Right')
      if (!isBodyPart(other)) throw new Error(`no part ${other}`)
      const views = getOfferedViews(kind, part)
      expect(getOfferedViews(kind, other)).toEqual(views)
      for (const view of views) {
        const [left, right] = [describeScene(part, view), describeScene(other, view)]
        const basis = isFromSide(view) ? left.basis : mirrorBasis(left.basis)
        expect([view, right]).toEqual([view, { ...left, basis }])
      }
    }
  })

  test('the image of a right carpus from the front is that of the left one, mirrored', () => {
    const left = computeMaps({ ...animal, bodyPart: 'Left Carpus', view: 'DP' })
    const right = computeMaps({ ...animal, bodyPart: 'Right Carpus', view: 'DP' })
    const { width, height } = left.camera
    let [differing, bony] = [0, 0]
    for (let y = 0; y < height; y++)
      for (let x = 1; x < width; x++) {
        const here = (left.bone[y * width + x] ?? 0) > 0
        const there = (right.bone[y * width + width - x] ?? 0) > 0
        if (here) bony++
        if (here !== there) differing++
      }
    expect(bony).toBeGreaterThan(1000)
    expect(differing / bony).toBeLessThan(0.005)
  })
})
