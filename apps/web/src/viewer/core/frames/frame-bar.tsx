import type { ImageId } from '@talus/contract'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/error-message.ts'
import { useStore } from '../../../store.ts'
import { useShortcutHint } from '../toolbar/use-shortcut-hint.ts'
import type { Cine } from './cine.ts'
import { listRates } from './rates.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './frame-bar.module.css'

interface FrameBarProps {
  readonly cine: Cine
  readonly imageId: ImageId
  readonly frames: number
  /** The visible frame. */
  readonly frame: number
  readonly height: number
}

type CustomProperties = CSSProperties & Readonly<Record<`--${string}`, string>>

/** Filled share of the slider's track. */
const toTrackStyle = (frame: number, frames: number): CustomProperties => ({
  '--share': `${(100 * (frame - 1)) / Math.max(1, frames - 1)}%`,
})

interface FrameButtonProps {
  readonly label: string
  readonly icon: typeof IconPlayerPlayFilled
  readonly isDisabled?: boolean
  /** Label of its shortcut, if that differs from its own. */
  readonly keyLabel?: string
  readonly onClick: () => void
}

function FrameButton(props: FrameButtonProps) {
  const { label, icon, isDisabled = false, keyLabel = label, onClick } = props
  const hint = useShortcutHint(keyLabel)
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      // Not `disabled`: a disabled button loses the focus, and Tab would restart at the page top.
      aria-disabled={isDisabled || undefined}
      data-hint={hint}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon icon={icon} />
    </button>
  )
}

/** Controls below a multi-frame image: current frame, slider, playback and rate. */
export function FrameBar({ cine, imageId, frames, frame, height }: FrameBarProps) {
  const { t, i18n } = useTranslation()
  const { wanted, isPlaying, fault } = useStore(cine.getState(imageId))
  const rate = cine.getRate(imageId)
  useEffect(() => cine.open(imageId), [cine, imageId])
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const position = t('viewer:frames.of', { frame, frames })
  return (
    <div
      className={styles.bar}
      style={{ height }}
      role="group"
      aria-label={t('viewer:frames.title')}
    >
      <FrameButton
        label={t('viewer:frames.previous')}
        icon={IconPlayerSkipBackFilled}
        isDisabled={wanted === 1}
        onClick={() => cine.step(imageId, -1)}
      />
      <FrameButton
        label={t(isPlaying ? 'viewer:frames.pause' : 'viewer:frames.play')}
        keyLabel={t('viewer:frames.playOrPause')}
        icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
        onClick={() => cine.toggle(imageId)}
      />
      <FrameButton
        label={t('viewer:frames.next')}
        icon={IconPlayerSkipForwardFilled}
        isDisabled={wanted === frames}
        onClick={() => cine.step(imageId, 1)}
      />
      <input
        type="range"
        className={styles.scrubber}
        min={1}
        max={frames}
        value={wanted}
        aria-label={t('viewer:frames.scrubber')}
        aria-valuetext={position}
        style={toTrackStyle(wanted, frames)}
        onChange={(event) => cine.show(imageId, event.currentTarget.valueAsNumber)}
      />
      <span
        className={styles.count}
        data-frame={frame}
        style={{ minWidth: `${2 * String(frames).length + 3}ch` }}
      >
        {frame} / {frames}
      </span>
      <select
        className={styles.rate}
        aria-label={t('viewer:frames.rate')}
        data-hint={t('viewer:frames.rate')}
        value={rate}
        onChange={(event) => cine.setRate(imageId, Number(event.currentTarget.value))}
      >
        {listRates(rate).map((one) => (
          <option key={one} value={one}>
            {t('viewer:frames.perSecond', { rate: number.format(one) })}
          </option>
        ))}
      </select>
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {t('viewer:frames.failed', { frame: wanted, reason: getErrorMessage(fault) })}
        </p>
      )}
    </div>
  )
}
