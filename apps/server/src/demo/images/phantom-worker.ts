import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { countsPerMicrogray, simulateFrame, simulateMr, simulateScan } from '@talus/imaging/phantom'
import type { PhantomRequest } from './phantom-thread.ts'

// On Linux this sets the priority of this thread only, on other systems of the whole server.
if (process.platform === 'linux')
  try {
    setPriority(19)
  } catch {
    // The thread keeps its normal priority.
  }

parentPort?.on('message', (request: PhantomRequest) => {
  if ('slices' in request) {
    const scan = 'weighting' in request ? simulateMr(request) : simulateScan(request)
    parentPort?.postMessage(scan, [scan.values.buffer])
    return
  }
  const { width, height, bits, pitch, data, landmarks, truth } = simulateFrame(request)
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const description = {
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
    // The dark and flood fields of the panel are derived from its seed.
    calibration: { detectorSeed: request.detectorSeed ?? 1, countsPerMicrogray },
  }
  parentPort?.postMessage(
    { ...description, bytes },
    data.buffer instanceof ArrayBuffer ? [data.buffer] : [],
  )
})
