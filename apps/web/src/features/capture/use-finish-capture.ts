import type { Image, Study } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call, getErrorMessage } from '../../api/call.ts'
import { dicomServerQueries } from '../../api/records/dicom-server.ts'
import { recordKeys } from '../../api/records/keys.ts'
import { markStale } from '../../api/records/mutation.ts'
import { toast } from '../../ui/toasts/toast-store.ts'

interface FinishOptions {
  readonly study: Study
  readonly images: readonly Image[]
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
export function useFinishCapture({ study, images, stop }: FinishOptions) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isFinishing, setFinishing] = useState(false)

  async function sendAutomatically() {
    const imageIdList = images.filter(({ isAutoSent }) => !isAutoSent).map(({ id }) => id)
    if (imageIdList.length === 0) return
    const list = dicomServerQueries.list(study.clinicId)
    const servers = await client.query({ ...list, meta: { showsOwnError: true } })
    const autoSendServers = servers.filter(({ autoSend }) => autoSend)
    await Promise.all(
      autoSendServers.map(({ id: dicomServerId, serverName: server }) =>
        call(
          routes.dicomServer.sendAutomatically,
          { body: { imageIdList, dicomServerId } },
          { isQuiet: true },
        ).catch((error: unknown) =>
          toast.error(t('capture:sendFailed', { server, reason: getErrorMessage(error) })),
        ),
      ),
    )
  }

  const finish = async () => {
    if (isFinishing) return
    setFinishing(true)
    await stop()
    // Not awaited: the server queues the images, and a failure is shown as a toast on any page.
    sendAutomatically().catch((error: unknown) => toast.error(getErrorMessage(error)))
    void markStale(client, [recordKeys.studies])
    void (hasPrevious() ? navigate(-1) : navigate('/registration', { replace: true }))
  }
  return { finish: () => void finish(), isFinishing }
}
