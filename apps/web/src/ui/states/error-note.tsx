import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import styles from './states.module.css'

/** An error in the frame of a form or a modal; it comes into view by itself. */
export function ErrorNote({ text }: { readonly text: string }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={note} className={styles.note} role="alert">
      <IconAlertCircle size={20} stroke={1.5} aria-hidden />
      <span>{text}</span>
    </div>
  )
}
