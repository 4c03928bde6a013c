import type { Stack } from '@talus/contract'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { withActive, withNextPhase } from '../scene/scene.ts'
import type { StackSession } from '../stack-session.ts'
import { formatPhase } from './overlay-texts.ts'
import styles from './notices.module.css'

interface PhaseButtonProps {
  readonly session: StackSession
  /** The viewport. */
  readonly index: number
  readonly stack: Stack
  readonly phase: number
}

/** The phase of a viewport; a press shows the next one. Most stacks have one phase and no button. */
export function PhaseButton({ session, index, stack, phase }: PhaseButtonProps) {
  const { t } = useTranslation()
  if (stack.phases.length < 2) return null
  return (
    <button
      type="button"
      className={`${styles.opener} ${styles.plain}`}
      data-line="phase"
      data-hint={t('stacks:phase.next')}
      onClick={() => session.scene.set((now) => withNextPhase(stack)(withActive(index)(now)))}
    >
      <span>{formatPhase(t, stack, phase)}</span>
      <Icon icon={IconChevronRight} />
    </button>
  )
}
