import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { DicomSend, DicomServer } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { ProgressMeter } from '../../../ui/display/progress-meter.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { getImageName } from '../../../ui/format/image-name.ts'
import { PickerThumbnail } from '../picker/picker-thumbnail.tsx'
import { SendStateBadge } from './send-state.tsx'
import { countSent, isInProgress, findSendError } from './send-watch.ts'
import { useLanguage } from '../use-language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

interface SendProgressProps {
  readonly sends: readonly DicomSend[]
  readonly server: DicomServer
  readonly timeZone: string
  /** Error of the polling itself. */
  readonly error: string | undefined
  readonly onDone: () => void
  readonly onQueue: () => void
}

/** Shows the progress of each image; closing it does not stop the transfer. */
export function SendProgress(props: SendProgressProps) {
  const { sends, server, timeZone, error, onDone, onQueue } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const sent = countSent(sends)
  const isRunning = sends.some(isInProgress) && error === undefined
  const failure = isRunning ? undefined : (error ?? findSendError(sends))
  const text = t('imageForms:send.progress', {
    count: sends.length,
    sent,
    server: server.serverName,
  })
  return (
    <div className={styles.stack}>
      {failure === undefined ? null : <ErrorNote text={failure} />}
      <p className={styles.text} role="status">
        {text}
      </p>
      <ProgressMeter label={server.serverName} text={text} done={sent} total={sends.length} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <ul className={styles.lines} tabIndex={0} aria-label={t('imageForms:picker.title')}>
        {sends.map((send) => (
          <li key={send.id} className={styles.line}>
            <PickerThumbnail imageId={send.imageId} />
            <span>{getImageName(t, send, language)}</span>
            <SendStateBadge send={send} />
            {send.error === null || send.state === 'sent' ? null : (
              <small data-fault>{send.error}</small>
            )}
            {send.state === 'waiting' && send.nextTryOn !== null && send.attempts > 0 ? (
              <small>
                {t('imageForms:send.nextTry', { time: formatDateTime(send.nextTryOn, timeZone) })}
              </small>
            ) : null}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {isRunning ? <span className={styles.text}>{t('imageForms:send.goesOn')}</span> : null}
        <Button variant="default" leftSection={<Icon icon={IconListDetails} />} onClick={onQueue}>
          {t('imageForms:queue.open')}
        </Button>
        <Button data-autofocus onClick={onDone}>
          {t('common:action.close')}
        </Button>
      </div>
    </div>
  )
}
