import type { ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  readonly tone?: 'neutral' | 'red' | 'green' | 'amber' | 'blue'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** Shows a state as text; the colour only supports it. */
export const Badge = ({ tone = 'neutral', icon, children }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    {icon}
    {children}
  </span>
)
