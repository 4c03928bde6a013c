import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/modals/confirm.tsx'
import { isCancelOver } from './state/cancel-question.ts'
import type { CancelSubject } from './state/cancel-question.ts'

interface OpenQuestion<Target> {
  subject: CancelSubject<Target>
  readonly closing: AbortController
}

/**
 * Returns the function that asks whether to cancel the exposure. The dialog closes by itself when
 * that exposure is over, so that a late answer does not cancel the next one.
 */
export function useCancelQuestion<Target>(
  now: CancelSubject<Target>,
  cancel: () => Promise<unknown>,
) {
  const { t } = useTranslation()
  const open = useRef<OpenQuestion<Target>>(undefined)
  const { isLooping, armed, sensor } = now
  useEffect(() => {
    const question = open.current
    if (!question) return
    const current = { isLooping, armed, sensor }
    if (isCancelOver(question.subject, current)) question.closing.abort()
    else question.subject = current
  }, [isLooping, armed, sensor])
  return async () => {
    if (open.current) return
    const closing = new AbortController()
    open.current = { subject: now, closing }
    await confirm({
      title: t('capture:cancel.title'),
      text: isLooping ? t('capture:cancel.text') : t('capture:cancel.textElsewhere'),
      confirm: t('capture:cancel.confirm'),
      cancel: t('capture:cancel.keep'),
      isLarge: true,
      closing: closing.signal,
      act: () => {
        // The cancel changes the state itself; its dialog stays until it is done.
        open.current = undefined
        return cancel()
      },
    })
    open.current = undefined
  }
}
