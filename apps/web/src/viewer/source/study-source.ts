import { routes } from '@talus/contract/routes'
import type { Image, ImageId, Study, StudyId } from '@talus/contract'
import { call, callForFile, callRaw, unreachable } from '../../api/call.ts'
import type { StateKeeper, ViewerSource } from '../model.ts'

/** Quiet: what loads by itself says so in its own cell. */
const quiet = { isQuiet: true } as const

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
  mayPresent: boolean,
): ViewerSource => ({
  images,
  studyId: study.id,
  patientId: study.patientId,
  metadata: (id, signal) => call(routes.image.metadata, { params: { id } }, { ...quiet, signal }),
  preview: (id, signal) =>
    callForFile(routes.image.jpeg, { params: { id }, query: { size: 512 } }, { ...quiet, signal }),
  pixels,
  present: mayPresent
    ? (id, presentation) => call(routes.image.presentation, { params: { id }, body: presentation })
    : undefined,
})

/** Saves on their way: whoever comes back to a study at once waits for his own. */
const onTheWay = new Map<StudyId, Promise<unknown>>()

export const createStudyKeeper = (studyId: StudyId): StateKeeper => ({
  load: async () => {
    await onTheWay.get(studyId)
    return call(routes.viewerState.ofStudy, { params: { studyId } }, quiet)
  },
  save: (state, settings = {}) => {
    const saving = call(
      routes.viewerState.save,
      { params: { studyId }, body: state },
      { ...quiet, ...settings },
    )
    const settled = saving.then(
      () => undefined,
      () => undefined,
    )
    onTheWay.set(studyId, settled)
    void settled.then(() => {
      if (onTheWay.get(studyId) === settled) onTheWay.delete(studyId)
    })
    return saving
  },
})
