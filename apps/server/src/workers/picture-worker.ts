import { parentPort } from 'node:worker_threads'
import { DicomFault, renderDicom } from '@talus/dicom'
import type { Picture } from '@talus/dicom'
import sharp from 'sharp'
import type { PictureAnswer, PictureTask } from './picture-messages.ts'

// A picture is never asked for twice here, and the threads of the server are counted by its pool.
sharp.cache(false)
sharp.concurrency(1)

async function encode({ width, height, channels, data }: Picture, quality: number) {
  const raw = sharp(data, { raw: { width, height, channels } })
  const picture = channels === 1 ? raw.toColourspace('b-w') : raw
  // A copy, because what the library gives cannot be handed over.
  return new Uint8Array(await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer())
}

async function answer(task: PictureTask & { readonly bytes: Uint8Array }): Promise<PictureAnswer> {
  const { bytes, quality, frame, longestEdge } = task
  try {
    return { jpeg: await encode(await renderDicom(bytes, { frame, longestEdge }), quality) }
  } catch (error) {
    if (!(error instanceof DicomFault)) throw error
    return { fault: { code: error.code, detail: error.detail } }
  }
}

function send(result: PictureAnswer): void {
  parentPort?.postMessage(result, 'jpeg' in result ? [result.jpeg.buffer] : [])
}

// An error that is no fault of the file is not caught: it ends this worker, and the pool tells.
parentPort?.on('message', (task: PictureTask & { readonly bytes: Uint8Array }) => {
  void answer(task).then(send)
})
