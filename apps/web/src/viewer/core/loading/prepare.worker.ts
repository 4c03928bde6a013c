import { listTransferables, preparePixels } from './prepare.ts'
import type { PixelShape, Pixels } from './pixels.ts'

export interface PrepareRequest {
  readonly number: number
  readonly bytes: ArrayBuffer
  readonly shape: PixelShape
}

export type PrepareReply =
  | { readonly number: number; readonly pixels: Pixels }
  | { readonly number: number; readonly message: string }

const postReply = (reply: PrepareReply, transfer: Transferable[] = []) =>
  globalThis.postMessage(reply, { transfer })

globalThis.addEventListener('message', ({ data }: MessageEvent<PrepareRequest>) => {
  const { number, bytes, shape } = data
  preparePixels(bytes, shape).then(
    (pixels) => postReply({ number, pixels }, listTransferables(pixels)),
    (error: unknown) => postReply({ number, message: String(error) }),
  )
})
