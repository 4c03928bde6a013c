import { formatPatientName } from '@talus/contract'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../ui/format/dates.ts'
import { SpeciesIcon } from '../../ui/display/species-icon.tsx'
import type { CaptureSubject } from './use-study.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './top-bar.module.css'

interface TopBarProps {
  readonly subject: CaptureSubject
  /** The clinic is for people, who have no owner. */
  readonly isHuman: boolean
  readonly timeZone: string | undefined
  readonly technique: ReactNode
  readonly chips: ReactNode
  readonly isFinishing: boolean
  readonly onFinish: () => void
}

/** Shows the patient, the exposure technique and the devices. */
export function TopBar({
  subject,
  isHuman,
  timeZone,
  technique,
  chips,
  isFinishing,
  onFinish,
}: TopBarProps) {
  const { t } = useTranslation()
  const { study, patient, owner, species } = subject
  const name = formatPatientName(t, patient.name)
  return (
    <div className={styles.bar}>
      <dl className={styles.who}>
        <div className={styles.patient}>
          <dt>{t('capture:study.patient')}</dt>
          <dd>
            {species ? <SpeciesIcon species={species} size="xl" /> : null}
            <span data-hint={name}>{name}</span>
          </dd>
        </div>
        {isHuman ? null : (
          <div>
            <dt>{t('capture:study.owner')}</dt>
            <dd>{owner?.name ?? t('capture:study.noOwner')}</dd>
          </div>
        )}
        <div>
          <dt>{t('capture:study.date')}</dt>
          <dd>
            <time dateTime={study.createdOn}>{formatDay(study.createdOn, timeZone)}</time>
          </dd>
        </div>
      </dl>
      <div className={styles.technique}>{technique}</div>
      <div className={styles.devices}>{chips}</div>
      <Button
        className={styles.finish ?? ''}
        variant="default"
        leftSection={<Icon icon={IconCheck} size="lg" />}
        loading={isFinishing}
        onClick={onFinish}
      >
        {t('capture:finish')}
      </Button>
    </div>
  )
}
