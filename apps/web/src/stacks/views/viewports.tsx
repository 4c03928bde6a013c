import type { ImageMetadata, Stack } from '@talus/contract'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import cellStyles from '../../viewer/core/viewport/grid-viewport.module.css'
import { useSize } from '../../viewer/core/viewport/use-size.ts'
import type { Size } from '../../viewer/core/viewport/use-size.ts'
import { arrange, layouts } from '../scene/layouts.ts'
import type { CellContent } from '../scene/layouts.ts'
import { findStack, getContent, withActive } from '../scene/scene.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackSession } from '../stack-session.ts'
import { LightBox } from './light-box.tsx'
import { PlaneView } from './plane-view.tsx'
import { StackView } from './stack-view.tsx'
import { useScreenShape } from './use-screen-shape.ts'
import type { ViewportProps } from './viewport-props.ts'
import { VolumeView } from './volume-view.tsx'
import styles from './viewports.module.css'

interface ViewportsProps {
  readonly session: StackSession
  readonly isVeterinary: boolean
  readonly attributes: ImageMetadata | undefined
  readonly timeZone: string | undefined
  readonly onCropped: ViewportProps['onCropped']
}

const areaNames = ['a', 'b', 'c', 'd'] as const

/** The viewports of the layout. */
export function Viewports(props: ViewportsProps) {
  const { session } = props
  // Not all of the scene: a step through the slices must not render every viewport.
  const layout = useScenePart(session.scene, (now) => now.layout)
  const active = useScenePart(session.scene, (now) => now.active)
  const enlarged = useScenePart(session.scene, (now) => now.enlarged)
  const count = useScenePart(session.scene, ({ cells }) => cells.length)
  const { areas, columns, rows } = arrange(layouts[layout], useScreenShape())
  const isAlone = count === 1 || enlarged !== undefined
  const activate = (index: number) => session.scene.set(withActive(index))
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
              gridTemplateRows: rows,
              gridAutoRows: '1fr',
            }
          : { gridTemplateAreas: `'${areaNames[enlarged] ?? 'a'}'` }
      }
    >
      {Array.from({ length: count }, (_, index) =>
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
                size={size}
                isActive={index === active}
                hasIdentity={index === 0 || enlarged !== undefined}
                onStepCell={count > 1 ? stepCell : undefined}
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

function CellContents(props: ViewportProps) {
  const { session, index } = props
  const { scene, study } = session
  const key = useScenePart(scene, ({ cells }) => cells[index]?.stackKey)
  const content = useScenePart(scene, (now) => getContent(now, index))
  const stack = key === undefined ? undefined : findStack(study.stacks, key)
  if (!stack) return null
  return content.kind === 'stack' ? (
    <StackView {...props} stack={stack} />
  ) : (
    <ComputedContents {...props} stack={stack} content={content} />
  )
}

interface ComputedContentsProps extends ViewportProps {
  readonly stack: Stack
  readonly content: Exclude<CellContent, { kind: 'stack' }>
}

function ComputedContents({ content, ...props }: ComputedContentsProps) {
  const { session, index } = props
  const cell = useScenePart(session.scene, ({ cells }) => cells[index])
  if (!cell) return null
  switch (content.kind) {
    case 'plane':
      return <PlaneView {...props} cell={cell} content={content} />
    case 'volume':
      return <VolumeView {...props} cell={cell} />
    case 'lightBox':
      return <LightBox {...props} cell={cell} />
  }
}
