import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { axisEnd, rateOf } from './rates.ts'
import type { Share } from './rates.ts'
import styles from './rejects.module.css'

interface Bar extends Share {
  readonly id: string | number
  readonly name: string
}

interface RateBarsProps {
  readonly title: string
  readonly nameHeader: string
  readonly bars: readonly Bar[]
  /** Of all exposures, as a mark that the bars can be compared with. */
  readonly average: number
  readonly percent: (rate: number) => string
}

interface Row {
  readonly id: string | number
  readonly name: string
  readonly bar: ReactNode
  readonly rate: string
  readonly count: ReactNode
  /** Quieter: there is nothing to be seen. */
  readonly isNone?: boolean
}

interface BarTableProps {
  readonly title: string
  readonly nameHeader: string
  readonly rateHeader: string
  readonly rows: readonly Row[]
  readonly children?: ReactNode
}

/** A table whose middle column is a chart: whoever cannot see the bars reads the same numbers. */
function BarTable({ title, nameHeader, rateHeader, rows, children }: BarTableProps) {
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
              {t('xrayLog:rejects.column.rejected')}
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
  const end = axisEnd([average, ...bars.map(rateOf)])
  const rows = bars.map((bar) => ({
    id: bar.id,
    name: bar.name,
    bar: <BarLine share={rateOf(bar) / end} mark={average / end} />,
    rate: percent(rateOf(bar)),
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

/** Of reasons there is no rate: each is a part of what was rejected. */
export function CountBars({ title, nameHeader, bars, percent }: CountBarsProps) {
  const { t } = useTranslation()
  const all = bars.reduce((sum, { rejected }) => sum + rejected, 0)
  const most = Math.max(1, ...bars.map(({ rejected }) => rejected))
  const rows = bars.map(({ id, name, rejected }) => ({
    id,
    name,
    bar: <BarLine share={rejected / most} />,
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

/** As wide as its cell: a hundred units, stretched. */
function BarLine({ share, mark }: { readonly share: number; readonly mark?: number }) {
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
