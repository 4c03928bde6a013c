import { routes } from '@talus/contract/routes'
import type { Image, ImageId, Study } from '@talus/contract'
import { call, callRaw, unreachable } from '../../api/call.ts'
import type { ViewerSource } from '../model.ts'
import { metadataOf, previewOf } from './ahead.ts'
import type { Ahead } from './ahead.ts'
import { quiet } from './quiet.ts'

/** Into one buffer of the whole length where that is known: thirteen million bytes are not copied twice. */
async function readBytes(response: Response, onProgress: (share: number) => void) {
  const length = Number(response.headers.get('content-length'))
  if (!response.body || !Number.isSafeInteger(length) || length <= 0) return response.arrayBuffer()
  const bytes = new Uint8Array(length)
  const reader = response.body.getReader()
  let at = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (at + value.length > length) throw unreachable()
    bytes.set(value, at)
    at += value.length
    onProgress(at / length)
  }
  // Fewer than were promised: the connection broke.
  if (at !== length) throw unreachable()
  return bytes.buffer
}

async function pixels(imageId: ImageId, settings: Parameters<ViewerSource['pixels']>[1]) {
  const { signal, onProgress = () => undefined, frame } = settings
  return callRaw(
    routes.image.pixels,
    { params: { id: imageId }, query: frame === undefined ? {} : { frame } },
    (response) =>
      readBytes(response, onProgress).catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw unreachable()
      }),
    { ...quiet, signal },
  )
}

/** The images of a study, from the archive. */
export const createStudySource = (
  study: Study,
  images: readonly Image[],
  settings: { readonly mayPresent: boolean; readonly ahead: Ahead },
): ViewerSource => ({
  images,
  studyId: study.id,
  patientId: study.patientId,
  metadata: (id, signal) => settings.ahead.metadata(id) ?? metadataOf(id, signal),
  preview: (id, signal) => settings.ahead.preview(id) ?? previewOf(id, signal),
  pixels,
  present: settings.mayPresent
    ? (id, presentation) => call(routes.image.presentation, { params: { id }, body: presentation })
    : undefined,
})
