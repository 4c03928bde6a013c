import { IconStack2 } from '@tabler/icons-react'
import { slabModes } from '@talus/volume'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { slabThicknesses } from '../scene/slab.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './stack-panels.module.css'

interface SlabMenuProps {
  readonly session: StackSession
  readonly actions: StackActions
}

/** The thickness of the planes, and which of the values along it are shown. */
export function SlabMenu({ session }: SlabMenuProps) {
  const { t } = useTranslation()
  const slab = useScenePart(session.scene, (now) => now.slab)
  const setSlab = (change: Partial<typeof slab>) =>
    session.scene.set((now) => ({ ...now, slab: { ...now.slab, ...change } }))
  return (
    <>
      <ToolbarMenu label={t('stacks:slab.title')} icon={IconStack2} isActive={slab.isOn}>
        {(close) => (
          <>
            <ToolbarMenuItem
              label={t('stacks:slab.off')}
              isChecked={!slab.isOn}
              onClick={() => {
                setSlab({ isOn: false })
                close()
              }}
            />
            {slabModes.map((mode) => (
              <ToolbarMenuItem
                key={mode}
                label={t(`stacks:slab.${mode}`)}
                note={t(`stacks:slab.${mode}Note`)}
                isChecked={slab.isOn && slab.mode === mode}
                onClick={() => {
                  setSlab({ isOn: true, mode })
                  close()
                }}
              />
            ))}
          </>
        )}
      </ToolbarMenu>
      {slab.isOn ? (
        <select
          className={styles.thickness}
          aria-label={t('stacks:slab.thickness')}
          value={slab.thickness}
          onChange={(event) => setSlab({ thickness: Number(event.currentTarget.value) })}
        >
          {slabThicknesses.map((thickness) => (
            <option key={thickness} value={thickness}>
              {t('stacks:slab.value', { thickness })}
            </option>
          ))}
        </select>
      ) : null}
    </>
  )
}
