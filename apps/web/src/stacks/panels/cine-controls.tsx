import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolbarButton } from '../../viewer/core/toolbar/toolbar-button.tsx'
import { cineRate, getContent } from '../scene/scene.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './stack-panels.module.css'

interface CineControlsProps {
  readonly session: StackSession
  /** False where the rate is in a menu. */
  readonly hasRate?: boolean
}

/** Plays the slices of the active viewport. */
export function CineControls({ session, hasRate = true }: CineControlsProps) {
  const { t } = useTranslation()
  const isPlaying = useScenePart(session.scene, (now) => now.cine.isPlaying)
  const canPlay = useScenePart(session.scene, (now) => getContent(now, now.active).kind === 'stack')
  return (
    <span className={styles.cine} role="group" aria-label={t('stacks:cine.title')}>
      <ToolbarButton
        label={t(isPlaying ? 'stacks:cine.stop' : 'stacks:cine.play')}
        icon={isPlaying ? IconPlayerStopFilled : IconPlayerPlayFilled}
        isPressed={isPlaying}
        reason={canPlay ? undefined : t('stacks:cine.needsStack')}
        onClick={session.cine.toggle}
      />
      {/* Planes are not played: the buttons that they need take the space of the rate. */}
      {canPlay && hasRate ? <CineRate session={session} /> : null}
    </span>
  )
}

/** The rate of playback. */
export function CineRate({ session }: { readonly session: StackSession }) {
  const { t } = useTranslation()
  const rate = useScenePart(session.scene, (now) => now.cine.rate)
  return (
    <>
      <input
        type="range"
        className={styles.rate}
        min={cineRate.sliderMin}
        max={cineRate.sliderMax}
        value={Math.min(rate, cineRate.sliderMax)}
        aria-label={t('stacks:cine.rate')}
        aria-valuetext={t('stacks:cine.rateValue', { rate })}
        data-hint={t('stacks:cine.rate')}
        onChange={(event) => session.cine.setRate(event.currentTarget.valueAsNumber)}
      />
      <span className={styles.rateValue} data-cine-rate={rate}>
        {t('stacks:cine.rateShort', { rate })}
      </span>
    </>
  )
}
