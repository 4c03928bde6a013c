import type { ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  readonly tone?: 'neutral' | 'red' | 'green' | 'amber' | 'blue'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A state in a word; colour only underlines it. */
export const Badge = ({ tone = 'neutral', icon, children }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    {icon}
    {children}
  </span>
)
