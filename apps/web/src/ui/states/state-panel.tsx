import type { ReactNode } from 'react'
import styles from './states.module.css'

interface StatePanelProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  /** Buttons for the next step of the user. */
  readonly children?: ReactNode
  /** The level of the heading in its page. */
  readonly order?: 1 | 2
  readonly isCompact?: boolean
}

/** Replaces the content of a page that is empty, not found, not built yet, or failed. */
export function StatePanel({ icon, title, text, children, order = 2, isCompact }: StatePanelProps) {
  const Heading = order === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.panel} data-compact={isCompact || undefined}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{text}</p>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </section>
  )
}
