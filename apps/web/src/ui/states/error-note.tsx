import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import styles from './states.module.css'
import { Icon } from '../display/icon.tsx'

/** An error in a form or a modal; it scrolls itself into view. */
export function ErrorNote({ text }: { readonly text: string }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={note} className={styles.note} role="alert">
      <Icon icon={IconAlertCircle} size="lg" />
      <span>{text}</span>
    </div>
  )
}
