import type { PageFrame } from '@talus/report/layout'
import { letterheadHeight, patientBlockHeight } from '@talus/report/layout'
import styles from './paper.module.css'

/** The texts around the content of the pages; the server prints the same records. */
export interface PaperHead {
  readonly clinic: {
    readonly name: string
    readonly contact: string
    readonly logo: string | undefined
  }
  readonly patient: readonly { readonly label: string; readonly value: string }[]
  readonly signature: { readonly name: string; readonly date: string }
  /** The PDF adds its version and the day. */
  readonly footer: string
  readonly formatPageNumber: (page: number, count: number) => string
}

interface PaperHeaderProps {
  readonly frame: PageFrame
  readonly head: PaperHead
}

/** Letterhead and patient block of the first page. */
export function PaperHeader({ frame: { content }, head }: PaperHeaderProps) {
  const { x: left, top, width } = content
  return (
    <>
      <div className={styles.letterhead} style={{ left, top, width, height: letterheadHeight + 6 }}>
        <span className={styles.clinic}>
          {head.clinic.logo === undefined ? null : (
            <img className={styles.logo} src={head.clinic.logo} alt="" />
          )}
          {head.clinic.name}
        </span>
        <span className={styles.contact}>{head.clinic.contact}</span>
      </div>
      <dl
        className={styles.patient}
        style={{ left, top: top + letterheadHeight + 18, width, height: patientBlockHeight }}
      >
        {head.patient.map(({ label, value }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
