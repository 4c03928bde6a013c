import { IconSlice } from '@tabler/icons-react'
import { wholeBox } from '@talus/volume'
import type { AnatomicalDirection } from '@talus/volume'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { cutSide, getCut, isClipped, listClippingSides } from '../scene/clipping.ts'
import { getPhase } from '../scene/scene.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './clip-menu.module.css'

interface ClipMenuProps {
  readonly session: StackSession
  readonly actions: StackActions
}

/** Cuts parts of the 3D view away, from the sides of the animal. */
export function ClipMenu({ session, actions }: ClipMenuProps) {
  const { t } = useTranslation()
  const box = useScenePart(session.scene, (now) => now.volumeView.box)
  const stack = actions.getStack()
  const setBox = (change: (now: typeof box) => typeof box) =>
    session.scene.set((now) => ({
      ...now,
      volumeView: { ...now.volumeView, box: change(now.volumeView.box) },
    }))
  if (stack?.kind !== 'volume') return null
  const phase = getPhase(session.scene.get(), stack.key)
  const sides = listClippingSides(stack, phase, actions.getOrientation())
  return (
    <ToolbarMenu label={t('stacks:clip.title')} icon={IconSlice} isActive={isClipped(box)}>
      {() => (
        <div className={styles.panel} role="group" aria-label={t('stacks:clip.title')}>
          {sides.map((side) => {
            const [word = 'left'] = side.words
            const percent = Math.round(100 * getCut(box, side))
            return (
              <label key={`${side.axis}${side.end}`} className={styles.side}>
                <span>{t(`stacks:side.${word satisfies AnatomicalDirection}`)}</span>
                <input
                  type="range"
                  min={0}
                  max={95}
                  value={percent}
                  aria-valuetext={t('stacks:clip.value', { percent })}
                  data-clip={word}
                  // The menu moves the focus by arrow keys; here they move the cut.
                  onKeyDown={(event) => event.stopPropagation()}
                  onChange={(event) => {
                    const share = event.currentTarget.valueAsNumber / 100
                    setBox((now) => cutSide(now, side, share))
                  }}
                />
                <output className={styles.value}>{t('stacks:clip.value', { percent })}</output>
              </label>
            )
          })}
          <ToolbarMenuItem label={t('stacks:clip.none')} onClick={() => setBox(() => wholeBox)} />
        </div>
      )}
    </ToolbarMenu>
  )
}
