import { limits } from '@talus/contract'
import type { DicomSend, DicomSendId, DicomServerId, ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import i18next from 'i18next'
import { call, wordsOf } from '../../api/call.ts'
import { tokenStore } from '../../api/token.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { countSent, watchSends, whyNotSent } from './send-watch.ts'

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, limits.sendQueuePollMs)
  })

export interface Sending {
  readonly imageIdList: ImageId[]
  readonly dicomServerId: DicomServerId
  /** As often as there is something new. */
  readonly onNews: (sends: readonly DicomSend[]) => void
  /** Whether somebody still looks at the form, where the reason is told. */
  readonly isWatched: () => boolean
}

const isSent = (sends: readonly DicomSend[]) => countSent(sends) === sends.length

/** Goes on when the form is closed: its person is told how it ended wherever he is by then. */
export async function sendImages({ imageIdList, dicomServerId, onNews, isWatched }: Sending) {
  const token = tokenStore.get()
  const isOver = () => tokenStore.get() !== token
  const ask = (ids: readonly DicomSendId[]) =>
    call(routes.dicomSend.some, { body: { ids: [...ids] } }, { isQuiet: true })
  const tellFailure = (reason: string | undefined) =>
    toast.error(
      reason === undefined || isWatched()
        ? i18next.t('imageForms:send.failed')
        : i18next.t('imageForms:send.failedWhy', { reason }),
    )
  try {
    const { sendIds } = await call(routes.dicomServer.send, {
      body: { imageIdList, dicomServerId },
    })
    const sends = await watchSends(sendIds, { ask, wait: pause, onNews, isOver })
    if (!sends) return
    if (isSent(sends)) toast.done(i18next.t('imageForms:send.done'))
    else tellFailure(whyNotSent(sends))
  } catch (error) {
    if (isOver()) return
    tellFailure(wordsOf(error))
    throw error
  }
}
