import { project } from './scene/camera.ts'
import { getDetector, readOut } from './physics/detector.ts'
import { expose } from './physics/exposure.ts'
import type { CollimatedField } from './physics/exposure.ts'
import type { ExposureValues, FrameRequest, PoseRequest, SimulatedFrame } from './frame.ts'
import { poseFrame } from './pose-frame.ts'
import type { Point } from './scene/geometry.ts'
import { getNoiseTile } from './scene/noise.ts'
import { computeThickness } from './physics/thickness.ts'
import type { ThicknessMaps } from './physics/thickness.ts'

/** Adds texture to soft tissue: muscle is not homogeneous. */
function addSoftTissueTexture({ coarse, soft, fat }: ThicknessMaps): void {
  const size = 512
  const fine = getNoiseTile(21, size, Math.max(1, 1.6 * coarse.scale))
  const wide = getNoiseTile(22, size, Math.max(2, 7 * coarse.scale), 0.6)
  for (let y = 0, i = 0; y < coarse.height; y++) {
    const row = (y & (size - 1)) * size
    for (let x = 0; x < coarse.width; x++, i++) {
      const k = row + (x & (size - 1))
      const factor = 1 + 0.008 * (fine.data[k] ?? 0) + 0.014 * (wide.data[k] ?? 0)
      soft[i] = (soft[i] ?? 0) * factor
      fat[i] = (fat[i] ?? 0) * factor
    }
  }
}

const getCorners = ({ x, y, halfWidth, halfHeight, angle }: CollimatedField): Point[] => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([i, j]) => ({
    x: x + i * halfWidth * c - j * halfHeight * s,
    y: y + i * halfWidth * s + j * halfHeight * c,
  }))
}

/**
 * Arranges animal and panel for several exposures with different techniques. The rays through the
 * animal, which take most of the time of a frame, are the same for all of them.
 */
export function prepareExposures(request: PoseRequest): (values: ExposureValues) => SimulatedFrame {
  const { seed, poseSeed = seed, detectorSeed = 1 } = request
  const { scene, setup, camera, field, pitch, marker } = poseFrame(request)
  const { width, height } = camera
  const thickness = computeThickness(camera, scene, setup.grain)
  addSoftTissueTexture(thickness)
  const sid = request.sid ?? setup.sid
  const transmission = usesGrid(request) ? gridTransmission : { primary: 1, scatter: 1 }
  const scatter = (scene.scatter * transmission.scatter) / transmission.primary
  const landmarks = Object.fromEntries(
    Object.entries(scene.landmarks)
      .map(([name, at]) => [name, project(camera, at)] as const)
      .filter(([, [x, y]]) => x >= 0 && y >= 0 && x < width && y < height)
      .map(([name, [x, y]]) => [name, { x, y }]),
  )
  return ({ kv, ma, ms }) => {
    const mas = ((ma * ms) / 1000) * setup.sensitivity
    const beam = { kv, sid, mas: mas * transmission.primary }
    const signal = expose(thickness, { ...beam, scatter }, field)
    const detector = getDetector(detectorSeed, width, height)
    return {
      width,
      height,
      bits: 14,
      pitch,
      data: readOut(detector, signal, poseSeed * 613 + 29),
      landmarks,
      truth: scene.truth,
      collimation: getCorners(field),
      marker,
      detector,
    }
  }
}

export const simulateFrame = (request: FrameRequest): SimulatedFrame =>
  prepareExposures(request)(request)

/** Transmission of a focused 8:1 anti-scatter grid for primary radiation and scatter. */
const gridTransmission = { primary: 0.66, scatter: 0.25 } as const

const gridParts = new Set([
  'Cervical',
  'Scapula',
  'Left Scapula',
  'Right Scapula',
  'Left Shoulder',
  'Right Shoulder',
  'Left Hip',
  'Right Hip',
  'Chest',
  'Abdomen',
  'Vertebrae',
  'Sacral Vertebrae',
])

/** As in the default techniques: on the table, for parts thicker than about ten centimetres. */
function usesGrid({ species, bodyPart, view, size }: PoseRequest): boolean {
  if (species === 'Equine' || size === 'S') return false
  // The hips are radiographed on the table.
  return gridParts.has(bodyPart) || (bodyPart === 'Back Legs' && view !== 'LAT')
}
