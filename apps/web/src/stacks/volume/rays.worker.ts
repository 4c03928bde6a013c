import {
  castRays,
  createKernel,
  createRayVolume,
  createTransferTable,
  describeRays,
} from '@talus/volume'
import type { RayVolume } from '@talus/volume'
import type { RaysReply, RaysRequest } from './rays-protocol.ts'

let opened:
  | { readonly volume: RayVolume; readonly range: { lowest: number; highest: number } }
  | undefined

const post = (reply: RaysReply, transfer: Transferable[] = []) =>
  globalThis.postMessage(reply, { transfer })

function cast(data: Extract<RaysRequest, { kind: 'cast' }>) {
  if (!opened) throw new Error('no volume is open')
  const { volume, range } = opened
  const { picture, preset, box } = data.request
  const view = describeRays(volume.small, picture, box)
  const table = createTransferTable(preset, range, view.stepLength)
  return castRays(volume, view, table, data.firstRow, data.endRow)
}

globalThis.addEventListener('message', ({ data }: MessageEvent<RaysRequest>) => {
  if (data.kind === 'open') {
    opened = { volume: createRayVolume(createKernel(), data.small), range: data.range }
    return
  }
  try {
    const pixels = cast(data)
    post({ number: data.number, pixels }, [pixels.buffer])
  } catch (error) {
    post({ number: data.number, message: error instanceof Error ? error.message : '' })
  }
})
