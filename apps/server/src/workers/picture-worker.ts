import { renderDicom } from '@talus/dicom'
import type { Picture } from '@talus/dicom'
import sharp from 'sharp'
import { answerTasks } from './dicom-answers.ts'
import type { PictureTask } from './picture-messages.ts'

// A picture is never asked for twice here, and the threads of the server are counted by its pool.
sharp.cache(false)
sharp.concurrency(1)

async function encode({ width, height, channels, data }: Picture, quality: number) {
  const raw = sharp(data, { raw: { width, height, channels } })
  const picture = channels === 1 ? raw.toColourspace('b-w') : raw
  // A copy, because what the library gives cannot be handed over.
  return new Uint8Array(await picture.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer())
}

answerTasks(
  async ({ bytes, quality, frame, longestEdge }: PictureTask & { readonly bytes: Uint8Array }) =>
    encode(await renderDicom(bytes, { frame, longestEdge }), quality),
  (jpeg) => [jpeg.buffer],
)
