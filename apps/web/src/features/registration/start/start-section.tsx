import { formatPatientName } from '@talus/contract'
import { IconBone, IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ToothIcon } from '../../../ui/art/species-icons.tsx'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { useRestoredFocus } from '../../../ui/hooks/use-restored-focus.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import type { useStartButton } from './use-start-button.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../registration.module.css'

interface StartSectionProps {
  readonly starter: ReturnType<typeof useStartButton>
  readonly patientName: string
  readonly timeZone: string
}

const icons = { General: IconBone, Dental: ToothIcon }

/** Footer of the screen with the start button; explains what it will do or why it is disabled. */
export function StartSection({ starter, patientName, timeZone }: StartSectionProps) {
  const { start, obstacle, modalities, modality, setModality, isStarting, startStudy } = starter
  const { t } = useTranslation()
  const lineId = useId()
  useRestoredFocus(isStarting)
  const obstacleText = obstacle && t(`registration:obstacle.${obstacle}`)
  // A press during a pending request waits for the response.
  const reason = obstacle === 'checking' ? undefined : obstacleText
  const formatOutlook = () =>
    t(`registration:outlook.${start.label}`, {
      name: formatPatientName(t, patientName),
      time: start.study ? formatDateTime(start.study.createdOn, timeZone).slice(-5) : '',
    })
  return (
    <section className={styles.start} aria-label={t('registration:start.title')}>
      <div className={styles.startRow}>
        {modalities.length > 1 ? (
          <div className={styles.modalities}>
            <ChoiceCards
              isRow
              label={t('registration:start.modality')}
              value={modality}
              onChoose={(value) => {
                const chosen = modalities.find((one) => one === value)
                if (chosen) setModality(chosen)
              }}
              cards={modalities.map((one) => {
                const icon = icons[one]
                return {
                  value: one,
                  content: (
                    <span className={styles.modality}>
                      <Icon icon={icon} size="lg" />
                      {t(`studies:modality.${one}`)}
                    </span>
                  ),
                }
              })}
            />
          </div>
        ) : null}
        <ExplainedButton
          data-part="start"
          className={styles.startButton ?? ''}
          leftSection={<Icon icon={IconPlayerPlay} size="lg" />}
          reason={reason}
          isReasonVisible
          aria-describedby={lineId}
          loading={isStarting}
          onClick={startStudy}
        >
          {t(`registration:start.${start.label}`)}
        </ExplainedButton>
      </div>
      <p id={lineId} className={styles.startLine} aria-hidden={reason !== undefined}>
        {obstacleText ?? formatOutlook()}
      </p>
    </section>
  )
}
