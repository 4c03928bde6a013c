import { Loader, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'

interface TestButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isRunning: boolean
  readonly reason?: string | undefined
  readonly hint?: string | undefined
  /** Receives the form that contains the button, if any. */
  readonly onRefused?: ((form: HTMLFormElement | null) => void) | undefined
  readonly onClick: (form: HTMLFormElement | null) => void
}

/** After this time the elapsed seconds are shown. */
const showSecondsAfter = 2

/**
 * Tests a connection. A server that does not answer takes long, so the elapsed seconds are shown.
 */
export function TestButton(props: TestButtonProps) {
  const { label, icon, isRunning, reason, hint, onRefused, onClick } = props
  const { t } = useTranslation()
  return (
    <>
      <ExplainedButton
        variant="default"
        leftSection={isRunning ? <Loader size={18} /> : icon}
        reason={isRunning ? undefined : reason}
        {...(hint !== undefined && { 'data-hint': hint })}
        aria-busy={isRunning}
        onBlockedPress={(button) => onRefused?.(button.form)}
        onClick={(event) => onClick(event.currentTarget.form)}
      >
        {isRunning ? <Running /> : label}
      </ExplainedButton>
      <VisuallyHidden role="status">{isRunning ? t('settings:test.running') : ''}</VisuallyHidden>
    </>
  )
}

function Running() {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds < showSecondsAfter
    ? t('settings:test.running')
    : t('settings:test.runningFor', { seconds })
}
