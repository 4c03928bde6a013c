import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ProgressMeter } from '../../../ui/display/progress-meter.tsx'
import { formatFileSize } from '../../../ui/format/quantities.ts'
import type { SendingProgress } from './use-case-sending.ts'
import styles from './create-case.module.css'

interface SendingMeterProps {
  readonly progress: SendingProgress
  readonly onStop: () => void
}

/** How much of the attachments is sent, with a button that stops the upload. */
export function SendingMeter({ progress: { sent, total }, onStop }: SendingMeterProps) {
  const { t, i18n } = useTranslation()
  const text = t('caseForm:sending.text', {
    sent: formatFileSize(sent, i18n.language),
    total: formatFileSize(total, i18n.language),
  })
  return (
    <div className={styles.sending}>
      <div className={styles.sendingState}>
        <span>{text}</span>
        <ProgressMeter label={t('caseForm:sending.label')} text={text} done={sent} total={total} />
      </div>
      <Button variant="default" onClick={onStop}>
        {t('caseForm:sending.stop')}
      </Button>
    </div>
  )
}
