import type { Study } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call, getErrorMessage } from '../../api/call.ts'
import { recordKeys } from '../../api/records/keys.ts'
import { markStale } from '../../api/records/mark-stale.ts'
import { toast } from '../../ui/toasts/toast-store.ts'

interface FinishOptions {
  readonly study: Study
  /** Disarms the sensor. */
  readonly stop: () => Promise<void>
}

/** The router numbers the history entries of this visit; the first has none to go back to. */
const hasPrevious = () => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

/**
 * Finishes a capture: sends new images to the clinic's DICOM servers and goes back to the previous
 * page.
 */
export function useFinishCapture({ study, stop }: FinishOptions) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isFinishing, setFinishing] = useState(false)

  async function sendAutomatically() {
    try {
      await call(
        routes.dicomServer.sendAutomatically,
        { body: { studyId: study.id } },
        { isQuiet: true, outlivesPage: true },
      )
    } catch (error) {
      toast.error(t('capture:sendFailed', { reason: getErrorMessage(error) }))
    }
  }

  const finish = async () => {
    if (isFinishing) return
    setFinishing(true)
    await stop()
    // Not awaited: the server queues the images, and a failure is shown as a toast on any page.
    void sendAutomatically()
    void markStale(client, [recordKeys.studies])
    void (hasPrevious() ? navigate(-1) : navigate('/registration', { replace: true }))
  }
  return { finish: () => void finish(), isFinishing }
}
