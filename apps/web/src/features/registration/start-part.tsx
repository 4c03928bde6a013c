import { IconBone, IconPlayerPlay } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ToothIcon } from '../../ui/art/species-icons.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { dateTime } from '../../ui/dates.ts'
import type { useBegin } from './use-begin.ts'
import styles from './registration.module.css'

interface StartPartProps {
  readonly starter: ReturnType<typeof useBegin>
  readonly patientName: string
  readonly timeZone: string
}

const icons = { General: IconBone, Dental: ToothIcon }

/** The foot of the screen: what comes next, and why it cannot, in plain words. */
export function StartPart({ starter, patientName, timeZone }: StartPartProps) {
  const { start, obstacle, modalities, modality, setModality, isStarting, begin } = starter
  const { t } = useTranslation()
  const lineId = useId()
  useKeptFocus(isStarting)
  const told = obstacle && t(`registration:obstacle.${obstacle}`)
  // A press while something is being looked for waits for the answer.
  const reason = obstacle === 'checking' ? undefined : told
  const outlook = () =>
    t(`registration:outlook.${start.label}`, {
      name: patientName,
      time: start.study ? dateTime(start.study.createdOn, timeZone).slice(-5) : '',
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
          onClick={begin}
        >
          {t(`registration:start.${start.label}`)}
        </ExplainedButton>
      </div>
      <p id={lineId} className={styles.startLine} aria-hidden={reason !== undefined}>
        {told ?? outlook()}
      </p>
    </section>
  )
}
