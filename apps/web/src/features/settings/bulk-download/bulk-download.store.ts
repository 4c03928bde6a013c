import i18next from 'i18next'
import { routes } from '@talus/contract/routes'
import { callRaw } from '../../../api/call.ts'
import { saveFile } from '../../../api/save-file.ts'
import { tokenStore } from '../../../api/token.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { endText, missingOf } from './download-words.ts'
import { createDownload } from './download.ts'
import type { DownloadEnd } from './download.ts'
import { collectingSink, writingSink } from '../../../api/zip/file-sink.ts'
import type { ChosenFile, FileSink } from '../../../api/zip/file-sink.ts'

declare global {
  interface Window {
    /** In some browsers, on https and on this machine. */
    readonly showSaveFilePicker?: (options: {
      readonly suggestedName: string
      readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[]
    }) => Promise<ChosenFile>
  }
}

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

async function openFile(name: string): Promise<FileSink | undefined> {
  if (!window.showSaveFilePicker) return collectingSink(name, saveFile)
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }]
    return await writingSink(await window.showSaveFilePicker({ suggestedName: name, types }))
  } catch (error) {
    if (isDismissed(error)) return undefined
    // Forbidden by a policy, or the folder may not be written: as browsers without a choice do it.
    return collectingSink(name, saveFile)
  }
}

function announce(end: DownloadEnd) {
  const text = endText(i18next.t, i18next.language, end)
  if (end.phase === 'failed') toast.error(text)
  else if (end.phase !== 'done') toast.info(text)
  else if (missingOf(end.progress) > 0) toast.warning(text)
  else toast.savedFile(text)
}

/** Goes on while its person visits other pages, and ends with the sign-in. */
export const bulkDownload = createDownload({
  openFile,
  request: ({ clinicId, type }, signal, read) =>
    callRaw(routes.clinic.download, { body: { clinicId, type } }, read, { signal }),
  clock: () => performance.now(),
  onEnd: announce,
})
tokenStore.subscribe(bulkDownload.forget)
