import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolbarButton } from '../../viewer/core/toolbar/toolbar-button.tsx'
import { cineRate, getContent } from '../scene/scene.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './stack-panels.module.css'

/** Plays the slices of the active viewport. */
export function CineControls({ session }: { readonly session: StackSession }) {
  const { t } = useTranslation()
  const { isPlaying, rate } = useScenePart(session.scene, (now) => now.cine)
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
      {canPlay ? (
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
      ) : null}
    </span>
  )
}
