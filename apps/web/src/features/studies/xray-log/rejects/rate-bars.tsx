import type { RejectStatistics } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { computeAxisEnd, computeRate } from './rates.ts'
import type { RejectCounts } from './rates.ts'
import styles from './rejects.module.css'

interface Bar extends RejectCounts {
  readonly id: string | number
  readonly name: string
}

interface RateBarsProps {
  readonly title: string
  readonly nameHeader: string
  readonly bars: readonly Bar[]
  /** Average rate of all exposures, shown as a mark for comparison. */
  readonly average: number
  readonly percent: (rate: number) => string
}

interface Row {
  readonly id: string | number
  readonly name: string
  readonly bar: ReactNode
  readonly rate: string
  readonly count: ReactNode
  /** Shown muted, because the value is zero. */
  readonly isNone?: boolean
}

interface BarTableProps {
  readonly title: string
  readonly nameHeader: string
  readonly rateHeader: string
  /** The heading of the counts; rejected exposures unless named. */
  readonly countHeader?: string
  readonly rows: readonly Row[]
  readonly children?: ReactNode
}

/** A table with a bar chart as its middle column; the numbers are also there as text. */
function BarTable({ title, nameHeader, rateHeader, countHeader, rows, children }: BarTableProps) {
  const { t } = useTranslation()
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <table className={styles.bars}>
        <thead>
          <tr>
            <th scope="col">{nameHeader}</th>
            <td aria-hidden />
            <th scope="col" data-number>
              {rateHeader}
            </th>
            <th scope="col" data-number>
              {countHeader ?? t('xrayLog:rejects.column.rejected')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, bar, rate, count, isNone }) => (
            <tr key={id} data-none={isNone || undefined}>
              <th scope="row">{name}</th>
              <td aria-hidden>{bar}</td>
              <td data-number>{rate}</td>
              <td data-number>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  )
}

export function RateBars({ title, nameHeader, bars, average, percent }: RateBarsProps) {
  const { t } = useTranslation()
  const end = computeAxisEnd([average, ...bars.map(computeRate)])
  const rows = bars.map((bar) => ({
    id: bar.id,
    name: bar.name,
    bar: <BarDrawing share={computeRate(bar) / end} mark={average / end} />,
    rate: percent(computeRate(bar)),
    count: (
      <span className={styles.of}>
        {t('xrayLog:rejects.of', { rejected: bar.rejected, exposures: bar.exposures })}
      </span>
    ),
  }))
  return (
    <BarTable
      title={title}
      nameHeader={nameHeader}
      rateHeader={t('xrayLog:rejects.rate')}
      rows={rows}
    >
      <p className={styles.note}>
        <svg width="12" height="12" aria-hidden>
          <line x1="6" x2="6" y1="0" y2="12" className={styles.mark} />
        </svg>
        {t('xrayLog:rejects.average', { rate: percent(average) })}
      </p>
    </BarTable>
  )
}

interface FaultBarsProps {
  readonly feedback: RejectStatistics['feedback']
  readonly percent: (rate: number) => string
}

/** The faults that radiologists named in images of consult cases. */
export function FaultBars({ feedback: { rated, byFault }, percent }: FaultBarsProps) {
  const { t } = useTranslation()
  const most = Math.max(1, ...byFault.map(({ images }) => images))
  const rows = byFault.map(({ fault, images }) => ({
    id: fault,
    name: t(`xrayLog:imageFault.${fault}`),
    bar: <BarDrawing share={images / most} />,
    rate: percent(images / rated),
    count: (
      <span className={styles.of}>
        {t('xrayLog:rejects.of', { rejected: images, exposures: rated })}
      </span>
    ),
    isNone: images === 0,
  }))
  return (
    <BarTable
      title={t('xrayLog:rejects.byFault')}
      nameHeader={t('xrayLog:rejects.fault')}
      rateHeader={t('xrayLog:rejects.share')}
      countHeader={t('xrayLog:rejects.rated')}
      rows={rows}
    />
  )
}

interface CountBarsProps {
  readonly title: string
  readonly nameHeader: string
  readonly bars: readonly {
    readonly id: string
    readonly name: string
    readonly rejected: number
  }[]
  readonly percent: (rate: number) => string
}

/** Bars of absolute counts, such as rejections by reason, with their share of all rejections. */
export function CountBars({ title, nameHeader, bars, percent }: CountBarsProps) {
  const { t } = useTranslation()
  const all = bars.reduce((sum, { rejected }) => sum + rejected, 0)
  const most = Math.max(1, ...bars.map(({ rejected }) => rejected))
  const rows = bars.map(({ id, name, rejected }) => ({
    id,
    name,
    bar: <BarDrawing share={rejected / most} />,
    rate: percent(all === 0 ? 0 : rejected / all),
    count: rejected,
    isNone: rejected === 0,
  }))
  return (
    <BarTable
      title={title}
      nameHeader={nameHeader}
      rateHeader={t('xrayLog:rejects.share')}
      rows={rows}
    />
  )
}

/** The bar is drawn 100 units wide and stretched to its cell. */
function BarDrawing({ share, mark }: { readonly share: number; readonly mark?: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 12" preserveAspectRatio="none">
      <rect className={styles.track} width="100" height="12" />
      <rect className={styles.fill} width={share * 100} height="12" />
      {mark === undefined ? null : (
        <line
          className={styles.mark}
          vectorEffect="non-scaling-stroke"
          x1={mark * 100}
          x2={mark * 100}
          y1="0"
          y2="12"
        />
      )}
    </svg>
  )
}
