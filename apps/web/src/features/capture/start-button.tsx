import { Loader, UnstyledButton } from '@mantine/core'
import { IconLock, IconPlugConnectedX, IconRadioactive, IconTargetArrow } from '@tabler/icons-react'
import { Fragment, useId } from 'react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { StartLabel, StartObstacle } from './state/start-state.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './start-button.module.css'

interface StartButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: StartLabel
  readonly obstacle: StartObstacle | undefined
  /** True while the sensor is being disarmed. */
  readonly isStopping: boolean
  /** Name of the annotation that the exposure is for. */
  readonly target: string | undefined
  readonly onPress: () => void
}

const icons = {
  xray: <Icon icon={IconRadioactive} size="3xl" />,
  preparing: <Loader size={26} color="currentColor" aria-hidden />,
  waiting: <Icon icon={IconTargetArrow} size="3xl" />,
  unavailable: <Icon icon={IconPlugConnectedX} size="3xl" />,
  inUse: <Icon icon={IconLock} size="3xl" />,
} satisfies Record<StartLabel, unknown>

/** The main button of the page; its label follows the state of the sensor. */
export function StartButton(props: StartButtonProps) {
  const { ref, label, obstacle, isStopping, target, onPress } = props
  const { t } = useTranslation()
  const reasonId = useId()
  const reason = obstacle && t(`capture:start.obstacle.${obstacle}`)
  const isRunning = label === 'preparing' || label === 'waiting'
  /** The lines below the label, each shown whole. */
  const listAsides = () => {
    if (isStopping) return [t('capture:start.stopping')]
    if (isRunning) return [target, t('capture:start.pressToCancel')]
    return label === 'xray' && !obstacle ? [target] : []
  }
  const asides = listAsides().filter((one) => one !== undefined)
  return (
    <div className={styles.box}>
      {reason === undefined ? null : (
        <p id={reasonId} className={styles.reason}>
          {reason}
        </p>
      )}
      <UnstyledButton
        ref={ref}
        className={styles.button}
        data-label={label}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        onClick={() => {
          if (obstacle === undefined) onPress()
        }}
      >
        {icons[label]}
        <span className={styles.texts}>
          <span className={styles.label}>{t(`capture:start.${label}`)}</span>
          {asides.map((aside) => (
            <Fragment key={aside}>
              {' '}
              <span className={styles.aside}>{aside}</span>
            </Fragment>
          ))}
        </span>
      </UnstyledButton>
    </div>
  )
}
