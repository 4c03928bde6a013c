import { buffersOf, prepare } from './prepare.ts'
import type { PixelShape, Pixels } from './pixels.ts'

export interface PrepareRequest {
  readonly number: number
  readonly bytes: ArrayBuffer
  readonly shape: PixelShape
}

export type PrepareReply =
  | { readonly number: number; readonly pixels: Pixels }
  | { readonly number: number; readonly message: string }

const answer = (reply: PrepareReply, transfer: Transferable[] = []) =>
  globalThis.postMessage(reply, { transfer })

globalThis.addEventListener('message', ({ data }: MessageEvent<PrepareRequest>) => {
  const { number, bytes, shape } = data
  prepare(bytes, shape).then(
    (pixels) => answer({ number, pixels }, buffersOf(pixels)),
    (error: unknown) => answer({ number, message: String(error) }),
  )
})
