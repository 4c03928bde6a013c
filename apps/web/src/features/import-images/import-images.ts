import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { ApiError } from '../../api/api-error.ts'
import { wordsOf } from '../../api/call.ts'
import { tokenStore } from '../../api/token.ts'
import { upload } from '../../api/upload.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { createImportQueue } from './import-queue.ts'
import type { ImportFile } from './import-queue.ts'
import { importState } from './import-state.ts'
import type { ImportState } from './import-state.ts'
import { filesOf } from './dropped-files.ts'
import type { Dropped } from './dropped-files.ts'
import { summaryWords } from './import-words.ts'
import { lineReader } from './ndjson.ts'

/** Of the import that is running: another clinic may be selected meanwhile. */
let clinicId: ClinicId | undefined

const typeOf = (name: string) =>
  name.toLowerCase().endsWith('.zip') ? 'application/zip' : 'application/dicom'

/** Not reached, or not by now: 502, 503 and 504 come from what stands before the server. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

function announce(state: ImportState) {
  if (state.phase === 'cancelled') toast.info(i18next.t('imageForms:import.cancelled'))
  else if (state.phase === 'stopped') toast.error(i18next.t('imageForms:import.stopped'))
  else if (state.problems.length > 0) toast.warning(summaryWords(i18next.t, state))
  else toast.done(summaryWords(i18next.t, state))
}

const queue = createImportQueue({
  store: importState,
  send: async ({ name, file }, { signal, onSent, onLine }) => {
    const lines = lineReader(onLine)
    try {
      const query = { ClinicId: clinicId, name: name.slice(-255) }
      const text = await upload(routes.image.importFile, {
        query,
        file,
        type: typeOf(name),
        signal,
        onSent,
        onText: lines.more,
      })
      lines.finish(text)
      return undefined
    } catch (error) {
      return { message: wordsOf(error), isUnreachable: isUnreachable(error) }
    }
  },
  every: (ms, act) => {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
  onEnd: announce,
})
tokenStore.subscribe(queue.forget)

export interface ImportInto {
  readonly id: ClinicId
  readonly name: string
}

export function importFiles(files: readonly ImportFile[], clinic: ImportInto) {
  const { phase, clinicName } = importState.get()
  if (phase === 'running' && clinicId !== clinic.id) {
    toast.error(i18next.t('imageForms:import.otherClinic', { clinic: clinicName }))
    return
  }
  clinicId = clinic.id
  void queue.add(files, clinic.name)
}

export async function importDropped(dropped: Dropped, clinic: ImportInto) {
  queue.reading(clinic.name)
  const files = await filesOf(dropped)
  if (files.length === 0) {
    queue.nothing()
    toast.info(i18next.t('imageForms:import.nothing'))
    return
  }
  importFiles(files, clinic)
}

export const { cancel: cancelImport, goOn: goOnImport, retry: retryImport } = queue
