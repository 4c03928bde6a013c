import type { Image, Study } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call, wordsOf } from '../../api/call.ts'
import { dicomServerQueries } from '../../api/dicom-servers.ts'
import { studiesKey } from '../../api/study-images.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { captureQueries } from './capture.queries.ts'

interface Finished {
  readonly study: Study
  readonly images: readonly Image[]
  /** Disarms the sensor. */
  readonly stop: () => Promise<void>
}

/** The router counts the pages of this visit; before the first there is none to go back to. */
const hasPrevious = () => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

/** The end of a capture: what is new goes to the clinic's servers, and the page before comes back. */
export function useFinish({ study, images, stop }: Finished) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isFinishing, setFinishing] = useState(false)

  async function sendAutomatically() {
    const imageIdList = images.filter(({ isAutoSent }) => !isAutoSent).map(({ id }) => id)
    if (imageIdList.length === 0) return
    const list = dicomServerQueries.list(study.clinicId)
    const servers = await client.query({ ...list, meta: { showsOwnError: true } })
    const wanted = servers.filter(({ autoSend }) => autoSend)
    await Promise.all(
      wanted.map(({ id: dicomServerId, serverName: server }) =>
        call(
          routes.dicomServer.sendAutomatically,
          { body: { imageIdList, dicomServerId } },
          { isQuiet: true },
        ).catch((error: unknown) =>
          toast.error(t('capture:sendFailed', { server, reason: wordsOf(error) })),
        ),
      ),
    )
  }

  const finish = async () => {
    if (isFinishing) return
    setFinishing(true)
    await stop()
    // Nobody waits for it: the server queues what it is given, and what fails is told on any page.
    sendAutomatically().catch((error: unknown) => toast.error(wordsOf(error)))
    client.removeQueries({ queryKey: captureQueries.all })
    void client.invalidateQueries({ queryKey: studiesKey })
    void (hasPrevious() ? navigate(-1) : navigate('/registration', { replace: true }))
  }
  return { finish: () => void finish(), isFinishing }
}
