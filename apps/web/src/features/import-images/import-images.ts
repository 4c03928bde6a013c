import type { ClinicId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { ApiError } from '../../api/api-error.ts'
import { getErrorMessage } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { onSignOut } from '../../session-state.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { createImportQueue } from './import-queue.ts'
import type { ImportFile } from './import-queue.ts'
import { importState } from './import-state.ts'
import type { ImportState } from './import-state.ts'
import { listDroppedFiles } from './dropped-files.ts'
import type { DroppedItems } from './dropped-files.ts'
import { formatSummary } from './import-text.ts'
import { createImportReader } from './ndjson.ts'

/** The clinic of the running import; the user may select another clinic meanwhile. */
let clinicId: ClinicId | undefined

const getContentType = (name: string) =>
  name.toLowerCase().endsWith('.zip') ? 'application/zip' : 'application/dicom'

/** 0 is a network error; 502, 503 and 504 come from a proxy in front of the server. */
const isUnreachable = (error: unknown) =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Refusals of the content are final; a session, a limit and a full disk are not. */
const finalStatuses = [400, 413, 415, 422]
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || !finalStatuses.includes(error.status)

function announce(state: ImportState) {
  if (state.phase === 'cancelled') toast.info(i18next.t('imageForms:import.cancelled'))
  else if (state.phase === 'stopped') toast.error(i18next.t('imageForms:import.stopped'))
  else if (state.problems.length > 0) toast.warning(formatSummary(i18next.t, state))
  else toast.done(formatSummary(i18next.t, state))
}

const queue = createImportQueue({
  store: importState,
  send: async ({ name, file }, { signal, onSent, onLine }) => {
    const lines = createImportReader(onLine)
    try {
      const query = { ClinicId: clinicId, name: name.slice(-255) }
      const text = await upload(routes.image.importFile, {
        query,
        body: file,
        type: getContentType(name),
        signal,
        onSent,
        onText: lines.update,
      })
      lines.finish(text)
      return undefined
    } catch (error) {
      return {
        message: getErrorMessage(error),
        isUnreachable: isUnreachable(error),
        mayPass: mayPass(error),
      }
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
onSignOut(() => {
  queue.reset()
  clinicId = undefined
})

export interface ImportTarget {
  readonly id: ClinicId
  readonly name: string
}

export function importFiles(files: readonly ImportFile[], clinic: ImportTarget) {
  const { phase, clinicName } = importState.get()
  if (phase === 'running' && clinicId !== clinic.id) {
    toast.error(i18next.t('imageForms:import.otherClinic', { clinic: clinicName }))
    return
  }
  clinicId = clinic.id
  void queue.add(files, clinic.name)
}

export async function importDropped(dropped: DroppedItems, clinic: ImportTarget) {
  queue.startReading(clinic.name)
  const files = await listDroppedFiles(dropped)
  if (files.length === 0) {
    queue.finishEmpty()
    toast.info(i18next.t('imageForms:import.nothing'))
    return
  }
  importFiles(files, clinic)
}

export const { cancel: cancelImport, resume: resumeImport, retry: retryImport } = queue
