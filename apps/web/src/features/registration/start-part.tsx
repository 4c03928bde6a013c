import { IconBone, IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ToothIcon } from '../../ui/art/species-icons.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { dateTime } from '../../ui/dates.ts'
import type { Modality, Obstacle, Start } from './start-rules.ts'
import styles from './registration.module.css'

interface StartPartProps {
  readonly start: Start
  readonly obstacle: Obstacle
  readonly modalities: readonly Modality[]
  readonly modality: Modality | undefined
  readonly onModality: (modality: Modality) => void
  readonly patientName: string
  readonly timeZone: string
  readonly isStarting: boolean
  readonly onStart: () => void
}

const icons = { General: IconBone, Dental: ToothIcon }

/** The foot of the screen: what comes next, and why it cannot, in plain words. */
export function StartPart(props: StartPartProps) {
  const { start, obstacle, modalities, modality, isStarting } = props
  const { t } = useTranslation()
  const lineId = useId()
  useKeptFocus(isStarting)
  const reason = obstacle && t(`registration:obstacle.${obstacle}`)
  const outlook = () =>
    t(`registration:outlook.${start.label}`, {
      name: props.patientName,
      time: start.study ? dateTime(start.study.createdOn, props.timeZone).slice(-5) : '',
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
                if (chosen) props.onModality(chosen)
              }}
              cards={modalities.map((one) => {
                const Icon = icons[one]
                return {
                  value: one,
                  content: (
                    <span className={styles.modality}>
                      <Icon size={20} stroke={1.5} aria-hidden />
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
          leftSection={<IconPlayerPlay size={20} stroke={1.75} aria-hidden />}
          reason={reason}
          isTold
          aria-describedby={lineId}
          loading={isStarting}
          onClick={props.onStart}
        >
          {t(`registration:start.${start.label}`)}
        </ExplainedButton>
      </div>
      <p id={lineId} className={styles.startLine} aria-hidden={reason !== undefined}>
        {reason ?? outlook()}
      </p>
    </section>
  )
}
