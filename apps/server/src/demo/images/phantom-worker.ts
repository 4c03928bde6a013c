import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { countsPerMicrogray, simulateFrame } from '@talus/imaging/phantom'
import type { FrameRequest } from '@talus/imaging/phantom'

// On Linux this is of the thread alone; elsewhere it would be of the whole server.
if (process.platform === 'linux')
  try {
    setPriority(19)
  } catch {
    // Then it is as important as everything else.
  }

parentPort?.on('message', (request: FrameRequest) => {
  const { width, height, bits, pitch, data, landmarks, truth } = simulateFrame(request)
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const described = {
    width,
    height,
    bits,
    pitch,
    landmarks: {
      points: Object.fromEntries(
        Object.entries(landmarks).map(([name, { x, y }]) => [name, { x, y }]),
      ),
      truth: { ...truth },
    },
    // Dark and flood fields of this panel follow from its number.
    calibration: { detectorSeed: request.detectorSeed ?? 1, countsPerMicrogray },
  }
  parentPort?.postMessage(
    { ...described, bytes },
    data.buffer instanceof ArrayBuffer ? [data.buffer] : [],
  )
})
