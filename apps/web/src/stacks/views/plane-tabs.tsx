import type { PlaneName } from '@talus/volume'
import { useTranslation } from 'react-i18next'
import styles from './plane-tabs.module.css'

interface PlaneTabsProps {
  readonly choices: readonly PlaneName[]
  readonly chosen: PlaneName
  readonly words: 'human' | 'veterinary'
  readonly onChoose: (plane: PlaneName) => void
}

/** Chooses the plane of a viewport that shows one of several. */
export function PlaneTabs({ choices, chosen, words, onChoose }: PlaneTabsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.tabs} role="group" aria-label={t('stacks:plane.choose')}>
      {choices.map((plane) => (
        <button
          key={plane}
          type="button"
          className={styles.tab}
          data-plane={plane}
          aria-pressed={plane === chosen}
          onClick={() => onChoose(plane)}
        >
          {t(`stacks:plane.${words}.${plane}`)}
        </button>
      ))}
    </div>
  )
}
