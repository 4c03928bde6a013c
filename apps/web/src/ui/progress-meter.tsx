import styles from './progress-meter.module.css'

interface ProgressMeterProps {
  readonly label: string
  /** What is read instead of a percentage. */
  readonly text: string
  /** Without numbers, the bar only says that something is going on. */
  readonly done?: number | undefined
  readonly total?: number | undefined
}

/** How far something is, in its place on the page; the bar at the top edge says only that it works. */
export function ProgressMeter({ label, text, done, total }: ProgressMeterProps) {
  const isKnown = done !== undefined && total !== undefined && total > 0
  return (
    <div
      className={styles.meter}
      role="progressbar"
      aria-label={label}
      aria-valuetext={text}
      {...(isKnown && { 'aria-valuemin': 0, 'aria-valuenow': done, 'aria-valuemax': total })}
      data-waiting={!isKnown || undefined}
    >
      <div className={styles.part} style={isKnown ? { width: `${(done / total) * 100}%` } : {}} />
    </div>
  )
}
