import { arrangeScene } from '../arrange-scene.ts'
import type { PoseRequest } from '../frame.ts'
import { computeThickness } from '../physics/thickness.ts'
import type { Camera } from '../scene/camera.ts'

/** The thickness maps of the field of a medium animal in the exact pose. */
export function computeMaps(request: Pick<PoseRequest, 'species' | 'bodyPart' | 'seed' | 'view'>) {
  const { scene, basis } = arrangeScene({ size: 'M', ...request })
  const scale = 200 / scene.field.width
  const [width, height] = [200, Math.ceil(scene.field.height * scale)]
  const camera: Camera = {
    width,
    height,
    scale,
    basis,
    aim: scene.aim,
    centre: { x: width / 2, y: height / 2 },
  }
  return { ...computeThickness(camera, scene, 1), camera }
}
