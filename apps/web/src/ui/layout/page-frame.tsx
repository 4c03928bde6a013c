import type { ReactNode } from 'react'
import styles from './page-frame.module.css'

interface PageFrameProps {
  /** One row: search and filters at the left, the primary action at the right. */
  readonly toolbar?: ReactNode
  /** Smaller spacing for a screen without scrolling: ten rows and filters fit into 768 pixels. */
  readonly isDense?: boolean
  readonly children: ReactNode
}

/** The content area of a screen: the toolbar is fixed, the rest scrolls. */
export const PageFrame = ({ toolbar, isDense, children }: PageFrameProps) => (
  <div className={styles.frame} data-dense={isDense || undefined}>
    {toolbar ? <div className={styles.toolbar}>{toolbar}</div> : null}
    {children}
  </div>
)

interface CardProps {
  readonly title?: string
  readonly text?: string
  readonly children: ReactNode
}

export const Card = ({ title, text, children }: CardProps) => (
  <section className={styles.card}>
    {title === undefined ? null : <h2 className={styles.cardTitle}>{title}</h2>}
    {text === undefined ? null : <p className={styles.cardText}>{text}</p>}
    {children}
  </section>
)

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** Labels and values, such as the details of a clinic. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label} className={styles.fact}>
        <dt>{label}</dt>
        <dd>{value === '' || value === null || value === undefined ? '—' : value}</dd>
      </div>
    ))}
  </dl>
)
