import type { WaveformGroup } from '@talus/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { drawChannel, paper } from './waveform-path.ts'
import styles from './documents.module.css'

interface WaveformViewProps {
  readonly groups: readonly WaveformGroup[]
  readonly isCut: boolean
}

/** Waveforms on ECG paper: a small square is 1 mm, a large one 5 mm. */
export function WaveformView({ groups, isCut }: WaveformViewProps) {
  const { t } = useTranslation()
  return (
    <div>
      {groups.map((group, at) => (
        // The groups of an object never change.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={at} group={group} />
      ))}
      {isCut ? <p className={styles.note}>{t('documents:waveform.cut')}</p> : null}
    </div>
  )
}

/** Pixels of the screen for a millimetre of paper; 96 pixels are an inch by the rules of CSS. */
const pixelsPerMm = 96 / 25.4

function Group({ group }: { readonly group: WaveformGroup }) {
  const { t } = useTranslation()
  const { channels, samplesPerSecond, label } = group
  const rows = useMemo(
    () => channels.map((channel) => ({ channel, ...drawChannel(channel, samplesPerSecond) })),
    [channels, samplesPerSecond],
  )
  const seconds = (channels[0]?.samples.length ?? 0) / samplesPerSecond
  const width = Math.max(25, seconds * paper.mmPerSecond)
  const isVoltage = channels.every(({ unit }) => unit === 'mV')
  const isReduced = isVoltage && rows.some(({ gain }) => gain < paper.mmPerMillivolt)
  return (
    <figure className={styles.waveforms}>
      <figcaption>
        {[label, t('documents:waveform.speed'), isVoltage && t('documents:waveform.gain')]
          .filter(Boolean)
          .join(' · ')}
      </figcaption>
      {isReduced ? <p className={styles.note}>{t('documents:waveform.reduced')}</p> : null}
      {/* The paper scrolls sideways, by keys as well. */}
      <div
        className={styles.paper}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('documents:waveform.label', { count: channels.length })}
      >
        {rows.map(({ channel, height, path }, at) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className={styles.channel}
          >
            <span className={styles.lead}>
              {channel.name}
              {channel.unit === 'mV' || channel.unit === '' ? '' : ` (${channel.unit})`}
            </span>
            <svg
              width={width * pixelsPerMm}
              height={height * pixelsPerMm}
              viewBox={`0 0 ${width} ${height}`}
              aria-hidden
            >
              <path d={path} className={styles.trace} />
            </svg>
          </div>
        ))}
      </div>
    </figure>
  )
}
