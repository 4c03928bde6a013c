import { parentPort } from 'node:worker_threads'
import { countsPerMicrogray, simulateFrame } from '@talus/imaging/phantom'
import type { FrameRequest } from '@talus/imaging/phantom'
import type { MadeFrame } from '@talus/devices'

/** Tracing a million rays takes a second, in which the bridge must answer. */
parentPort?.on('message', ({ id, request }: { id: number; request: FrameRequest }) => {
  const { width, height, bits, pitch, data, landmarks, truth } = simulateFrame(request)
  const points = Object.fromEntries(
    Object.entries(landmarks).map(([name, { x, y }]) => [name, { x, y }]),
  )
  const frame: MadeFrame = {
    width,
    height,
    bits,
    pitch,
    data,
    landmarks: { points, truth: { ...truth } },
    // Dark and flood fields of this panel follow from its number.
    calibration: { detectorSeed: request.detectorSeed ?? 1, countsPerMicrogray },
  }
  parentPort?.postMessage({ id, frame }, data.buffer instanceof ArrayBuffer ? [data.buffer] : [])
})
