import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { DicomSend, DicomServer } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../ui/dates.ts'
import { ProgressMeter } from '../../ui/progress-meter.tsx'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { imageName } from '../../ui/image-words.ts'
import { PickerPicture } from './picker-picture.tsx'
import { SendStateBadge } from './send-state.tsx'
import { countSent, isUnderWay, whyNotSent } from './send-watch.ts'
import { useLanguage } from './use-language.ts'
import styles from './forms.module.css'

interface SendProgressProps {
  readonly sends: readonly DicomSend[]
  readonly server: DicomServer
  readonly timeZone: string
  /** The watching itself has failed. */
  readonly error: string | undefined
  readonly onDone: () => void
  readonly onQueue: () => void
}

/** What becomes of the images, one by one; closing it stops nothing. */
export function SendProgress(props: SendProgressProps) {
  const { sends, server, timeZone, error, onDone, onQueue } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const sent = countSent(sends)
  const isOn = sends.some(isUnderWay) && error === undefined
  const failure = isOn ? undefined : (error ?? whyNotSent(sends))
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
            <PickerPicture imageId={send.imageId} />
            <span>{imageName(t, send, language)}</span>
            <SendStateBadge send={send} />
            {send.error === null || send.state === 'sent' ? null : (
              <small data-fault>{send.error}</small>
            )}
            {send.state === 'waiting' && send.nextTryOn !== null && send.attempts > 0 ? (
              <small>
                {t('imageForms:send.nextTry', { time: dateTime(send.nextTryOn, timeZone) })}
              </small>
            ) : null}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {isOn ? <span className={styles.text}>{t('imageForms:send.goesOn')}</span> : null}
        <Button
          variant="default"
          leftSection={<IconListDetails size={18} stroke={1.5} aria-hidden />}
          onClick={onQueue}
        >
          {t('imageForms:queue.open')}
        </Button>
        <Button data-autofocus onClick={onDone}>
          {t('common:action.close')}
        </Button>
      </div>
    </div>
  )
}
