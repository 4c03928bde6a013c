import type { ReactNode } from 'react'
import styles from './dicom-access.module.css'

interface ListRowProps {
  readonly icon: ReactNode
  readonly title: string
  readonly name?: string
  readonly badges?: ReactNode
  readonly facts: readonly string[]
  readonly note?: string | undefined
  readonly actions?: ReactNode
  /** No longer in use. */
  readonly isOff?: boolean
}

/** A device, an attempt or a key: what it is, its state, and what can be done with it. */
export const ListRow = (props: ListRowProps) => (
  <li className={styles.row} data-off={props.isOff || undefined}>
    <span className={styles.icon}>{props.icon}</span>
    <div className={styles.main}>
      <div className={styles.title}>
        {props.title}
        {props.name ? <span className={styles.name}>{props.name}</span> : null}
        {props.badges}
      </div>
      <div className={styles.facts}>{props.facts.join(' · ')}</div>
      {props.note === undefined ? null : <div className={styles.facts}>{props.note}</div>}
    </div>
    {props.actions ? <div className={styles.actions}>{props.actions}</div> : null}
  </li>
)
