import { VolumeFault, gapCell } from '@talus/volume'
import { createSliceMemory } from './slice-memory.ts'
import type { SliceMemory } from './slice-memory.ts'
import { createColourPixels, createGreyReply } from './slice-pixels.ts'
import { StreamFault, receiveSlices } from './slice-stream.ts'
import type { SliceRequest, VolumeReply, VolumeRequest } from './volume-protocol.ts'

/** Progress is reported at most so often, in milliseconds: each report renders a note. */
const reportMs = 150

let memory: SliceMemory | undefined
/** Slices that the page waits for. */
const wanted = new Set<number>()
const failed = new Set<number>()
/** Whether the stream of all slices still runs. */
let isStreaming = false
/** Ends the requests of the present attempt to load the slices. */
let attempt = new AbortController()
let reportedAt = 0
let isJumping = false
let nextJump: { readonly index: number; readonly nearby: SliceRequest } | undefined

const post = (reply: VolumeReply, transfer: Transferable[] = []) =>
  globalThis.postMessage(reply, { transfer })

const report = () => {
  reportedAt = performance.now()
  post({ kind: 'progress', loaded: memory?.count() ?? 0, failed: [...failed] })
}

async function sendSlice(index: number) {
  const slice = memory?.read(index)
  if (!memory || !slice) return
  wanted.delete(index)
  const { stack } = memory
  if (stack.samples === 3) {
    const pixels = await createColourPixels(slice, stack)
    post({ kind: 'slice', index, pixels }, [pixels.bitmap])
    return
  }
  const pixels = { kind: 'grey', ...createGreyReply(slice, stack.columns, stack.rows) } as const
  const buffers = pixels.levels.map(({ values }) => values.buffer as ArrayBuffer)
  post({ kind: 'slice', index, pixels }, buffers)
}

function onSlice(index: number, isMissing: boolean, bytes: Uint8Array) {
  if (!memory || memory.has(index)) return
  if (isMissing) failed.add(index)
  else {
    try {
      memory.add(index, bytes)
      failed.delete(index)
    } catch (error) {
      if (!(error instanceof VolumeFault) || error.code === 'too-large') throw error
      failed.add(index)
    }
  }
  if (failed.has(index)) memory.leaveOut(index)
  if (failed.has(index) && wanted.delete(index)) post({ kind: 'slice', index, pixels: null })
  if (wanted.has(index)) void sendSlice(index)
  if (performance.now() - reportedAt > reportMs || memory.count() === 1) report()
}

const receive = (request: SliceRequest) =>
  receiveSlices(
    request,
    ({ index, isMissing, bytes }) => onSlice(index, isMissing, bytes),
    attempt.signal,
  )

const postFault = (error: unknown) =>
  post({
    kind: 'fault',
    status: error instanceof StreamFault ? error.status : undefined,
    message: error instanceof Error ? error.message : String(error),
    isMemory: error instanceof VolumeFault && error.code === 'too-large',
  })

async function load(all: SliceRequest, prepare?: () => void) {
  // A request that is never answered would keep its connection.
  attempt.abort()
  attempt = new AbortController()
  const { signal } = attempt
  isStreaming = true
  try {
    prepare?.()
    await receive(all)
    report()
    post({ kind: 'done' })
  } catch (error) {
    if (!signal.aborted) postFault(error)
  } finally {
    if (!signal.aborted) isStreaming = false
  }
}

const open = ({ stack, phase, all }: Extract<VolumeRequest, { kind: 'open' }>) =>
  load(all, () => {
    memory = createSliceMemory(stack, phase)
  })

async function requestSlice({ index, nearby }: Extract<VolumeRequest, { kind: 'slice' }>) {
  wanted.add(index)
  if (memory?.has(index)) return sendSlice(index)
  if (failed.has(index) && !isStreaming) {
    wanted.delete(index)
    return post({ kind: 'slice', index, pixels: null })
  }
  // The stream comes to the neighbours of its first slice at once; a jump needs its own request.
  if (memory?.isStarted() === true) await receiveNearby({ index, nearby })
  return undefined
}

/** One request at a time: while the user scrolls fast, only the latest place is requested. */
async function receiveNearby(jump: { readonly index: number; readonly nearby: SliceRequest }) {
  nextJump = jump
  if (isJumping) return
  isJumping = true
  while (nextJump) {
    const { index, nearby }: typeof jump = nextJump
    nextJump = undefined
    if (memory?.has(index)) continue
    // The stream of all slices brings it later, or reports its fault.
    await receive(nearby).catch(() => undefined)
  }
  isJumping = false
}

function answer(number: number, compute: () => void) {
  try {
    compute()
  } catch (error) {
    post({ kind: 'failed', number, message: error instanceof Error ? error.message : '' })
  }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<VolumeRequest>) => {
  switch (data.kind) {
    case 'open':
      return void open(data)
    case 'resume':
      return void load(data.all)
    case 'slice':
      return void requestSlice(data)
    case 'close':
      return globalThis.close()
    case 'prefetch':
      if (memory?.has(data.index)) return void sendSlice(data.index)
      return post({ kind: 'slice', index: data.index, pixels: null })
    case 'plane':
      return answer(data.number, () => {
        if (!memory) throw new Error('no volume is open')
        const { picture, slab } = data.request
        const cells = memory.cutPlane(picture, slab)
        const pixels = createGreyReply(cells, picture.width, picture.height, gapCell)
        const buffers = pixels.levels.map(({ values }) => values.buffer as ArrayBuffer)
        post({ kind: 'plane', number: data.number, pixels }, buffers)
      })
    case 'shrink':
      return answer(data.number, () => {
        if (!memory) throw new Error('no volume is open')
        const copy = memory.shrink()
        post({ kind: 'shrunk', number: data.number, copy }, [copy.cells.buffer, copy.blocks.buffer])
      })
  }
})
