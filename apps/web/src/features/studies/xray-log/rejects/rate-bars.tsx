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

/** A table whose middle column is a chart: whoever cannot see the bars reads the same numbers. */
export function RateBars({ title, nameHeader, bars, average, percent }: RateBarsProps) {
  const { t } = useTranslation()
  const end = axisEnd([average, ...bars.map(rateOf)])
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <table className={styles.bars}>
        <thead>
          <tr>
            <th scope="col">{nameHeader}</th>
            <td aria-hidden />
            <th scope="col" data-number>
              {t('xrayLog:rejects.rate')}
            </th>
            <th scope="col" data-number>
              {t('xrayLog:rejects.column.rejected')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id}>
              <th scope="row">{bar.name}</th>
              <td aria-hidden>
                <BarLine share={rateOf(bar) / end} mark={average / end} />
              </td>
              <td data-number>{percent(rateOf(bar))}</td>
              <td data-number className={styles.of}>
                {t('xrayLog:rejects.of', { rejected: bar.rejected, exposures: bar.exposures })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        <svg width="12" height="12" aria-hidden>
          <line x1="6" x2="6" y1="0" y2="12" className={styles.mark} />
        </svg>
        {t('xrayLog:rejects.average', { rate: percent(average) })}
      </p>
    </section>
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
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <table className={styles.bars}>
        <thead>
          <tr>
            <th scope="col">{nameHeader}</th>
            <td aria-hidden />
            <th scope="col" data-number>
              {t('xrayLog:rejects.share')}
            </th>
            <th scope="col" data-number>
              {t('xrayLog:rejects.column.rejected')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.id} data-none={bar.rejected === 0 || undefined}>
              <th scope="row">{bar.name}</th>
              <td aria-hidden>
                <BarLine share={bar.rejected / most} />
              </td>
              <td data-number>{percent(all === 0 ? 0 : bar.rejected / all)}</td>
              <td data-number>{bar.rejected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
