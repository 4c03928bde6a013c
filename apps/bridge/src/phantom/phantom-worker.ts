import { parentPort } from 'node:worker_threads'
import { countsPerMicrogray, simulateFrame } from '@talus/imaging/phantom'
import type { FrameRequest } from '@talus/imaging/phantom'
import type { SimulatedFrame } from '@talus/devices'

/**
 * Tracing a million rays takes a second, during which the bridge's main thread must stay
 * responsive.
 */
parentPort?.on('message', ({ id, request }: { id: number; request: FrameRequest }) => {
  const { width, height, bits, pitch, data, landmarks, truth } = simulateFrame(request)
  const points = Object.fromEntries(
    Object.entries(landmarks).map(([name, { x, y }]) => [name, { x, y }]),
  )
  const frame: SimulatedFrame = {
    width,
    height,
    bits,
    pitch,
    data,
    landmarks: { points, truth: { ...truth } },
    // The dark and flood fields of the panel are derived from its seed.
    calibration: { detectorSeed: request.detectorSeed ?? 1, countsPerMicrogray },
  }
  parentPort?.postMessage({ id, frame }, data.buffer instanceof ArrayBuffer ? [data.buffer] : [])
})
