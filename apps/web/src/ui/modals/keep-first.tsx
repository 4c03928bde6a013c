import { Checkbox } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { ExplainedButton } from '../buttons/explained-button.tsx'
import styles from './keep-first.module.css'
import { useModalLock } from './modal-lock.ts'

interface KeepFirstProps {
  /** The label of the box, such as "I have kept the codes". */
  readonly kept: string
  /** Says why the modal stays open. */
  readonly reason: string
  readonly done: string
  readonly onDone: () => void
}

/**
 * The end of a modal with a secret that is shown only once: the modal stays open until the user has
 * confirmed that they have kept it.
 */
export function KeepFirst({ kept, reason, done, onDone }: KeepFirstProps) {
  const [isKept, setKept] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const refuse = useCallback(() => {
    setRefused(true)
    box.current?.focus()
  }, [])
  useModalLock(!isKept, refuse)
  return (
    <>
      <Checkbox
        ref={box}
        data-autofocus
        label={kept}
        checked={isKept}
        error={isRefused && !isKept ? <span role="alert">{reason}</span> : null}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <div className={styles.end}>
        <ExplainedButton
          reason={isKept ? undefined : reason}
          onBlockedPress={refuse}
          onClick={onDone}
        >
          {done}
        </ExplainedButton>
      </div>
    </>
  )
}
