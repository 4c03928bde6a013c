import type { ImageMetadata } from '@talus/contract'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../store.ts'
import cellStyles from '../../viewer/core/viewport/grid-viewport.module.css'
import { useSize } from '../../viewer/core/viewport/use-size.ts'
import type { Size } from '../../viewer/core/viewport/use-size.ts'
import { layouts } from '../scene/layouts.ts'
import { findStack, getContent } from '../scene/scene.ts'
import type { CellState } from '../scene/scene.ts'
import type { StackSession } from '../stack-session.ts'
import { LightBox } from './light-box.tsx'
import { PlaneView } from './plane-view.tsx'
import { StackView } from './stack-view.tsx'
import type { ViewportProps } from './viewport-props.ts'
import { VolumeView } from './volume-view.tsx'
import styles from './viewports.module.css'

interface ViewportsProps {
  readonly session: StackSession
  readonly isVeterinary: boolean
  readonly attributes: ImageMetadata | undefined
  readonly timeZone: string | undefined
}

const areaNames = ['a', 'b', 'c', 'd'] as const

/** The viewports of the layout. */
export function Viewports(props: ViewportsProps) {
  const { session } = props
  const { layout, cells, active, enlarged } = useStore(session.scene)
  const { areas, columns } = layouts[layout]
  const isAlone = cells.length === 1 || enlarged !== undefined
  const activate = (index: number) =>
    session.scene.set((now) => (now.active === index ? now : { ...now, active: index }))
  const toggleEnlarged = (index: number) =>
    session.scene.set((now) => ({
      ...now,
      active: index,
      enlarged: now.enlarged === undefined && now.cells.length > 1 ? index : undefined,
    }))
  const stepCell = (by: 1 | -1) =>
    session.scene.set((now) => {
      const next = (now.active + by + now.cells.length) % now.cells.length
      return { ...now, active: next, enlarged: now.enlarged === undefined ? undefined : next }
    })
  return (
    <div
      className={styles.grid}
      data-layout={layout}
      style={
        enlarged === undefined
          ? {
              gridTemplateAreas: areas.map((row) => `'${row}'`).join(' '),
              gridTemplateColumns: columns,
              gridAutoRows: '1fr',
            }
          : { gridTemplateAreas: `'${areaNames[enlarged] ?? 'a'}'` }
      }
    >
      {cells.map((cell, index) =>
        enlarged === undefined || enlarged === index ? (
          <Viewport
            // The key changes with the layout: another kind of viewport starts afresh.
            key={`${layout} ${areaNames[index]}`}
            index={index}
            isActive={index === active}
            isAlone={isAlone}
            onActivate={() => activate(index)}
          >
            {(size) => (
              <CellContents
                {...props}
                index={index}
                cell={cell}
                size={size}
                isActive={index === active}
                hasIdentity={index === 0 || enlarged !== undefined}
                onStepCell={cells.length > 1 ? stepCell : undefined}
                onEnlarge={() => toggleEnlarged(index)}
              />
            )}
          </Viewport>
        ) : null,
      )}
    </div>
  )
}

interface ViewportFrameProps {
  readonly index: number
  readonly isActive: boolean
  readonly isAlone: boolean
  readonly onActivate: () => void
  readonly children: (size: Size) => ReactNode
}

function Viewport({ index, isActive, isAlone, onActivate, children }: ViewportFrameProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  return (
    // The content handles pointers; the viewport only activates itself before that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={cellStyles.cell}
      style={{ gridArea: areaNames[index] }}
      role="group"
      aria-label={t('stacks:layout.viewport', { number: index + 1 })}
      aria-current={isActive || undefined}
      data-alone={isAlone || undefined}
      data-viewport={index}
      onPointerDownCapture={onActivate}
      onFocusCapture={onActivate}
    >
      {size ? children(size) : null}
    </div>
  )
}

function CellContents(props: ViewportProps & { readonly cell: CellState }) {
  const { session, cell, index } = props
  const scene = useStore(session.scene)
  const stack = findStack(session.study.stacks, cell.stackKey)
  if (!stack) return null
  const content = getContent(scene, index)
  switch (content.kind) {
    case 'stack':
      return <StackView {...props} stack={stack} />
    case 'plane':
      return <PlaneView {...props} stack={stack} content={content} />
    case 'volume':
      return <VolumeView {...props} stack={stack} />
    case 'lightBox':
      return <LightBox {...props} stack={stack} />
  }
}
