import i18next from 'i18next'
import { routes } from '@talus/contract/routes'
import { callRaw } from '../../../api/call.ts'
import { saveFile } from '../../../api/save-file.ts'
import { onSignOut } from '../../../session-state.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { formatDownloadEnd, countMissing } from './download-text.ts'
import { createDownload } from './download.ts'
import type { DownloadEnd } from './download.ts'
import { createBlobSink, openFileSink } from '../../../api/zip/file-sink.ts'
import type { PickedFile, FileSink } from '../../../api/zip/file-sink.ts'

declare global {
  interface Window {
    /** Exists in some browsers, over https and on localhost. */
    readonly showSaveFilePicker?: (options: {
      readonly suggestedName: string
      readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[]
    }) => Promise<PickedFile>
  }
}

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

async function openFile(name: string): Promise<FileSink | undefined> {
  if (!window.showSaveFilePicker) return createBlobSink(name, saveFile)
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }]
    return await openFileSink(await window.showSaveFilePicker({ suggestedName: name, types }))
  } catch (error) {
    if (isDismissed(error)) return undefined
    // Forbidden by a policy, or the folder is not writable: download as browsers without a picker
    // do.
    return createBlobSink(name, saveFile)
  }
}

function announce(end: DownloadEnd) {
  const text = formatDownloadEnd(i18next.t, i18next.language, end)
  if (end.phase === 'failed') toast.error(text)
  else if (end.phase !== 'done') toast.info(text)
  else if (countMissing(end.progress) > 0) toast.warning(text)
  else toast.savedFile(text)
}

/** Continues while the user visits other pages, and ends when they sign out. */
export const bulkDownload = createDownload({
  openFile,
  request: ({ clinicId, type }, signal, read) =>
    callRaw(routes.clinic.download, { body: { clinicId, type } }, read, { signal }),
  clock: () => performance.now(),
  onEnd: announce,
})
onSignOut(() => bulkDownload.reset())
