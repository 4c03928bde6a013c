import type { Stack } from '@talus/contract'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDay } from '../../ui/format/dates.ts'
import styles from '../../viewer/core/overlay/overlay.module.css'
import { getPrior } from '../scene/prior-stacks.ts'

interface PriorLineProps {
  readonly stack: Stack
  /** Time zone of the clinic. */
  readonly timeZone: string | undefined
}

/** The day of a study that is not the opened one. The day is first: small viewports cut the rest. */
export function PriorLine({ stack, timeZone }: PriorLineProps) {
  const { t } = useTranslation()
  const prior = getPrior(stack)
  return prior ? (
    <p className={styles.warning} data-line="prior" data-kept>
      <Icon icon={IconHistory} />
      <span>{t('stacks:prior.of', { day: formatDay(prior.createdOn, timeZone) })}</span>
    </p>
  ) : null
}
