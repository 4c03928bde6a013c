import { limits } from '@talus/contract'
import type { DicomSend, DicomSendId, DicomServerId, ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { call, getErrorMessage } from '../../../api/call.ts'
import { tokenStore } from '../../../api/token.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { countSent, watchSends, findSendError } from './send-watch.ts'

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, limits.sendQueuePollMs)
  })

export interface SendOptions {
  readonly imageIdList: ImageId[]
  readonly dicomServerId: DicomServerId
  /** Called after every poll with the current sends. */
  readonly onProgress: (sends: readonly DicomSend[]) => void
  /** Returns whether the form, which shows the reason itself, is still open. */
  readonly isFormOpen: () => boolean
}

const isSent = (sends: readonly DicomSend[]) => countSent(sends) === sends.length

/** Continues when the form is closed: a toast on any page shows the user how it has ended. */
export async function sendImages({
  imageIdList,
  dicomServerId,
  onProgress,
  isFormOpen,
}: SendOptions) {
  const token = tokenStore.get()
  const isSignedOut = () => tokenStore.get() !== token
  const fetchSends = (ids: readonly DicomSendId[]) =>
    call(routes.dicomSend.some, { body: { ids: [...ids] } }, { isQuiet: true })
  const reportFailure = (reason: string | undefined) =>
    toast.error(
      reason === undefined || isFormOpen()
        ? i18next.t('imageForms:send.failed')
        : i18next.t('imageForms:send.failedWhy', { reason }),
    )
  try {
    const { sendIds } = await call(routes.dicomServer.send, {
      body: { imageIdList, dicomServerId },
    })
    const sends = await watchSends(sendIds, { fetchSends, wait: pause, onProgress, isSignedOut })
    if (!sends) return
    if (isSent(sends)) toast.done(i18next.t('imageForms:send.done'))
    else reportFailure(findSendError(sends))
  } catch (error) {
    if (isSignedOut()) return
    reportFailure(getErrorMessage(error))
    throw error
  }
}
