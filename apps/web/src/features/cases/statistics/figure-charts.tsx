import type { CaseStatistics } from '@talus/contract'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../shared/due-text.ts'
import { groupDays } from './day-groups.ts'
import styles from './statistics.module.css'

interface FiguresProps {
  readonly figures: CaseStatistics
}

/** The numbers that say how a service works: how many, how fast, how often in time. */
export function Figures({ figures }: FiguresProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const duration = (ms: number | null) => (ms === null ? '—' : formatDuration(t, ms))
  const shown: readonly (readonly [name: string, value: string])[] = [
    [t('caseFigures:figure.total'), number.format(figures.total)],
    [t('caseFigures:figure.reported'), number.format(figures.reported)],
    [t('caseFigures:figure.median'), duration(figures.turnaroundMedianMs)],
    [t('caseFigures:figure.p90'), duration(figures.turnaroundP90Ms)],
    [
      t('caseFigures:figure.inTime'),
      figures.inTimeShare === null ? '—' : percent.format(figures.inTimeShare),
    ],
    [
      t('caseFigures:figure.questions'),
      figures.questionsPerCase === null ? '—' : number.format(figures.questionsPerCase),
    ],
    [t('caseFigures:figure.answered'), number.format(figures.answeredCases)],
  ]
  return (
    <dl className={styles.figures}>
      {shown.map(([name, value]) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const height = 96
const columnWidth = 12

/** Cases by day of submission. */
export function VolumeChart({ figures }: FiguresProps) {
  const { t } = useTranslation()
  const columns = groupDays(figures.byDay)
  const max = Math.max(1, ...columns.map(({ count }) => count))
  const first = columns[0]?.day ?? ''
  const last = columns.at(-1)?.day ?? ''
  return (
    <figure className={styles.chart}>
      <figcaption>{t('caseFigures:chart.volume')}</figcaption>
      <span className={styles.highest} aria-hidden>
        {max}
      </span>
      <svg
        role="img"
        aria-label={t('caseFigures:chart.volumeLabel', { from: first, to: last, max })}
        viewBox={`0 0 ${Math.max(1, columns.length) * columnWidth} ${height}`}
        preserveAspectRatio="none"
        className={styles.columns}
      >
        {columns.map(({ day, count }, index) => (
          <rect
            key={day}
            x={index * columnWidth + 1}
            width={columnWidth - 2}
            y={height - (count / max) * height}
            height={(count / max) * height}
          >
            <title>{`${day}: ${count}`}</title>
          </rect>
        ))}
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{first}</span>
        <span>{last === first ? '' : last}</span>
      </div>
      {/* The heights of the columns, for readers who do not see them. */}
      <VisuallyHidden component="ul">
        {columns
          .filter(({ count }) => count > 0)
          .map(({ day, count }) => (
            <li key={day}>{t('caseFigures:chart.volumeOf', { day, count })}</li>
          ))}
      </VisuallyHidden>
    </figure>
  )
}

interface BarsProps {
  readonly title: string
  readonly bars: readonly { readonly name: string; readonly count: number }[]
}

/** Numbers with bars that compare them. */
export function Bars({ title, bars }: BarsProps) {
  const max = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <dl className={styles.bars}>
        {bars.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.track} aria-hidden>
                <span style={{ width: `${(count / max) * 100}%` }} />
              </span>
              {count}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
