import { createGeometry, fitPlane, getPlanes, identity } from '@talus/volume'
import { expect, test } from 'vitest'
import { getScale } from '../../viewer/core/camera/camera.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { createStack } from '../testing/stacks.ts'
import { createScene, initialSlab, withCell } from './scene.ts'
import { withLayout } from './show-layout.ts'
import type { StackScene } from './scene.ts'
import { withStraightPlanes, withTurnedPlanes } from './turn-planes.ts'

const stack = createStack('chest', 40)
const geometry = createGeometry(stack)
const names = ['transverse', 'sagittal', 'dorsal'] as const
const open = () => withLayout('mpr', [stack])(createScene(stack))

/** The cameras with which the viewports show their planes. */
function createCameras({ frame, cells }: StackScene): ReadonlyMap<number, Camera> {
  if (!frame) throw new Error('the layout has planes')
  const planes = getPlanes(frame, { region: 'body', correction: identity })
  return new Map(
    names.map((name, index) => {
      const { width, height } = fitPlane(geometry, planes[name])
      const viewport = cells[index]?.viewport
      if (!viewport) throw new Error('the layout has three viewports')
      const viewportSize = { width: 300, height: 200 + 50 * index }
      const size = { columns: width, rows: height, pixelAspect: 1, viewportSize }
      return [index, { ...size, viewport, crop: undefined }]
    }),
  )
}
const listScales = (scene: StackScene) => [...createCameras(scene).values()].map(getScale)

test('turning the planes leaves the magnification of every viewport as it is', () => {
  const scene = open()
  const scales = listScales(scene)
  let turned = scene
  for (let step = 0; step < 6; step += 1)
    turned = withTurnedPlanes([0.3, 0.2, 1], 0.15, createCameras(turned))(turned)
  expect(turned.frame?.rotation).not.toEqual(scene.frame?.rotation)
  for (const [index, scale] of listScales(turned).entries())
    expect(scale).toBeCloseTo(scales[index] ?? 0, 9)
})

test('a reset shows straight, thin planes in the middle, each fitted into its viewport', () => {
  const scene = open()
  const turned = withTurnedPlanes([0, 0, 1], 0.5, createCameras(scene))(scene)
  const frame = turned.frame && { ...turned.frame, origin: [1, 2, 3] as [number, number, number] }
  const slab = { isOn: true, mode: 'minip', thickness: 30 } as const
  const zoomed = withCell(1, (cell) => ({ ...cell, viewport: { ...cell.viewport, zoom: 9 } }))({
    ...turned,
    frame,
    slab,
  })
  const reset = withStraightPlanes(stack)(zoomed)
  expect(reset.frame).toEqual({ origin: [3.5, 3.5, 19], rotation: identity })
  expect(reset.slab).toEqual(initialSlab)
  expect(listScales(reset)).toEqual(listScales(scene))
})
