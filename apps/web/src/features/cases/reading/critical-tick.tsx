import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './critical.module.css'

interface CriticalTickProps {
  readonly radCase: CaseDetail
  readonly onReport: () => void
}

/**
 * Ticked once a critical finding is reported. It cannot be taken back, because the clinic knows it:
 * a press on the tick reports a further one.
 */
export function CriticalTick({ radCase, onReport }: CriticalTickProps) {
  const { t } = useTranslation()
  const isReported = radCase.criticalOn !== null
  return (
    <button
      type="button"
      role="checkbox"
      className={styles.tick}
      aria-checked={isReported}
      data-hint={t(isReported ? 'caseReading:critical.again' : 'caseReading:critical.title')}
      onClick={onReport}
    >
      <Icon icon={isReported ? IconSquareCheckFilled : IconSquare} size="lg" />
      {t('cases:critical')}
    </button>
  )
}
