import { VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useId } from 'react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { listMeanings } from '../../ui/shortcuts/shortcut-sequence.ts'
import { ToolbarMenu } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { fits, layoutNames, layouts } from '../scene/layouts.ts'
import type { LayoutName } from '../scene/layouts.ts'
import { useActiveStackKey, useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import { getStackReason } from '../views/overlay-texts.ts'
import { useScreenShape } from '../views/use-screen-shape.ts'
import styles from './layout-menu.module.css'

interface LayoutMenuProps {
  readonly session: StackSession
  readonly actions: StackActions
}

const areaNames = ['a', 'b', 'c', 'd'] as const

/** Letters of the viewports in a small picture of a layout. */
const letters = { transverse: 'T', sagittal: 'S', dorsal: 'D' } as const

/** A palette with a small picture of every layout; `g` opens it. */
export function LayoutMenu({ session, actions }: LayoutMenuProps) {
  const { t } = useTranslation()
  const layout = useScenePart(session.scene, (now) => now.layout)
  useActiveStackKey(session.scene)
  const stack = actions.getStack()
  const id = useId()
  const shape = useScreenShape()
  const isOfferedHere = (name: LayoutName) => name === layout || fits(layouts[name], shape)
  function choose(name: LayoutName, close: () => void) {
    if (!actions.canShow(name)) return
    actions.chooseLayout(name)
    close()
  }
  /** The palette stays open as long as the user reads it; its keys work all the time. */
  function chooseByKey(event: KeyboardEvent, close: () => void) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const meanings = listMeanings(event)
    const name = layoutNames.find((one) => meanings.includes(layouts[one].key))
    if (!name) return
    event.preventDefault()
    event.stopPropagation()
    choose(name, close)
  }
  return (
    <span data-layouts>
      <ToolbarMenu
        label={t('stacks:layout.title')}
        icon={IconLayoutGrid}
        showLabel="roomy"
        onKey={chooseByKey}
      >
        {(close) => (
          <div className={styles.palette}>
            {layoutNames.filter(isOfferedHere).map((name) => {
              const isOffered = actions.canShow(name)
              const reason =
                isOffered || !stack
                  ? undefined
                  : t('stacks:layout.needsVolume', { reason: getStackReason(t, stack) })
              return (
                <button
                  key={name}
                  type="button"
                  role="menuitemradio"
                  aria-checked={name === layout}
                  aria-disabled={isOffered ? undefined : true}
                  aria-label={t(`stacks:layout.${name}`)}
                  aria-describedby={reason === undefined ? undefined : `${id}${name}`}
                  tabIndex={-1}
                  className={styles.tile}
                  data-layout-choice={name}
                  data-hint={reason}
                  onClick={() => choose(name, close)}
                >
                  <LayoutPicture name={name} />
                  <span className={styles.name}>{t(`stacks:layout.${name}`)}</span>
                  <kbd className={styles.key}>{layouts[name].key}</kbd>
                  {reason === undefined ? null : (
                    <VisuallyHidden id={`${id}${name}`}>{reason}</VisuallyHidden>
                  )}
                </button>
              )
            })}
          </div>
        )}
      </ToolbarMenu>
    </span>
  )
}

function LayoutPicture({ name }: { readonly name: LayoutName }) {
  const { areas, columns, cells } = layouts[name]
  const style: CSSProperties = {
    gridTemplateAreas: areas.map((row) => `'${row}'`).join(' '),
    gridTemplateColumns: columns,
  }
  return (
    <span className={styles.picture} style={style} aria-hidden>
      {cells.map((cell, index) => (
        <span
          key={areaNames[index]}
          style={{ gridArea: areaNames[index] }}
          data-content={cell.kind}
        >
          {cell.kind === 'plane' ? letters[cell.plane] : cell.kind === 'volume' ? '3D' : ''}
        </span>
      ))}
    </span>
  )
}
