import styles from './progress-meter.module.css'

interface ProgressMeterProps {
  readonly label: string
  /** The accessible value text, instead of a percentage. */
  readonly text: string
  /** Without `done` and `total` the bar is indeterminate. */
  readonly done?: number | undefined
  readonly total?: number | undefined
}

/** The progress of one operation, inside the page; the bar at the top edge only shows activity. */
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
