import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './done-note.module.css'

interface DoneNoteProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

/** Replaces a form that has been submitted and receives the focus. */
export function DoneNote({ icon, title, text }: DoneNoteProps) {
  const { t } = useTranslation()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.focus()
  }, [])
  return (
    <div ref={note} tabIndex={-1} role="status" className={styles.note}>
      <span className={styles.icon}>{icon}</span>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <Button component={Link} to="/login" size="md" fullWidth className={styles.action}>
        {t('auth:backToLogin')}
      </Button>
    </div>
  )
}
