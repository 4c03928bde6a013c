import {
  IconAdjustmentsHorizontal,
  IconAspectRatio,
  IconContrast2,
  IconFlipHorizontal,
  IconFlipVertical,
  IconRotate2,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ViewerStore } from '../store/viewer-store.ts'
import { ToolbarButton } from './toolbar-button.tsx'
import { ToolbarMenuItem, ToolbarMenu } from './toolbar-menu.tsx'
import type { PresetOption } from './toolbar-props.ts'
import { useActiveViewport } from './use-image-actions.ts'
import { withTool } from './choose-tool.ts'
import { toolIcons } from './tool-icons.ts'
import { getToolName } from './tool-name.ts'
import { useScene } from '../store/use-scene.ts'
import type { useImageActions } from './use-image-actions.ts'
import { isFlipped } from './viewport-actions.ts'
import styles from './toolbar.module.css'

interface ViewGroupProps {
  readonly store: ViewerStore
  readonly actions: ReturnType<typeof useImageActions>
}

interface PresetMenuProps extends ViewGroupProps {
  readonly presets: readonly PresetOption[]
}

export function PresetMenu({ store, actions, presets }: PresetMenuProps) {
  const { t } = useTranslation()
  const window = useActiveViewport(store, (viewport) => viewport.window)
  const isShown = (preset: PresetOption) =>
    preset.window === null
      ? window === null
      : preset.window.center === window?.center &&
        preset.window.width === window.width &&
        preset.window.voiLut === window.voiLut
  return (
    <ToolbarMenu label={t('viewerPanel:view.presets')} icon={IconAdjustmentsHorizontal}>
      {(close) =>
        presets.map((preset, at) => (
          <ToolbarMenuItem
            // oxlint-disable-next-line react/no-array-index-key -- two windows of a file may have the same name
            key={at}
            label={preset.name}
            note={preset.note}
            isChecked={isShown(preset)}
            onClick={() => {
              actions.setWindow(preset.window)
              close()
            }}
          />
        ))
      }
    </ToolbarMenu>
  )
}

export function SizeMenu({ store, actions }: ViewGroupProps) {
  const { t } = useTranslation()
  const isFitted = useActiveViewport(store, ({ zoom }) => zoom === null)
  const isOwnSize = useActiveViewport(store, ({ zoom }) => zoom === 1 / devicePixelRatio)
  const then = (act: () => void, close: () => void) => () => {
    act()
    close()
  }
  return (
    <ToolbarMenu label={t('viewerPanel:view.size')} icon={IconAspectRatio}>
      {(close) => (
        <>
          <ToolbarMenuItem
            label={t('viewerPanel:view.fit')}
            note={t('viewerPanel:view.fitNote')}
            isChecked={isFitted}
            onClick={then(actions.fit, close)}
          />
          <ToolbarMenuItem
            label={t('viewerPanel:view.ownSize')}
            note={t('viewerPanel:view.ownSizeNote')}
            isChecked={isOwnSize}
            onClick={then(actions.showActualSize, close)}
          />
        </>
      )}
    </ToolbarMenu>
  )
}

/** Buttons to invert, rotate and flip; rarely used ones move to a menu if space is limited. */
export function OrientationButtons({ store, actions }: ViewGroupProps) {
  const { t } = useTranslation()
  const isInverted = useActiveViewport(store, ({ invert }) => invert)
  const isFlippedView = useActiveViewport(store, isFlipped)
  const isRotating = useScene(store, ({ tool }) => tool === 'rotate')
  const isTilted = useActiveViewport(store, ({ tilt }) => tilt !== undefined)
  const rotate = { label: getToolName('rotate'), icon: toolIcons.rotate }
  const chooseRotate = () => store.set(withTool('rotate'))
  const rare = [
    { name: 'turnLeft', icon: IconRotate2, act: actions.rotateLeft },
    { name: 'mirrorAcross', icon: IconFlipVertical, act: actions.flipHorizontal },
    { name: 'mirrorDown', icon: IconFlipHorizontal, act: actions.flipVertical },
  ] as const
  return (
    <>
      <ToolbarButton
        label={t('viewerPanel:view.invert')}
        icon={IconContrast2}
        isPressed={isInverted}
        onClick={actions.invert}
      />
      <ToolbarButton
        label={t('viewerPanel:view.turnRight')}
        icon={IconRotateClockwise2}
        onClick={actions.rotateRight}
      />
      <span className={styles.roomy}>
        {rare.map(({ name, icon, act }) => (
          <ToolbarButton
            key={name}
            label={t(`viewerPanel:view.${name}`)}
            icon={icon}
            onClick={act}
          />
        ))}
        <ToolbarButton {...rotate} isPressed={isRotating} isTool onClick={chooseRotate} />
      </span>
      <span className={styles.tight}>
        <ToolbarMenu
          label={t('viewerPanel:view.turns')}
          icon={IconFlipVertical}
          isActive={isFlippedView || isRotating || isTilted}
        >
          {(close) => (
            <>
              {rare.map(({ name, icon, act }) => (
                <ToolbarMenuItem
                  key={name}
                  label={t(`viewerPanel:view.${name}`)}
                  icon={icon}
                  onClick={() => {
                    act()
                    close()
                  }}
                />
              ))}
              <ToolbarMenuItem
                {...rotate}
                isChecked={isRotating}
                onClick={() => {
                  chooseRotate()
                  close()
                }}
              />
            </>
          )}
        </ToolbarMenu>
      </span>
    </>
  )
}
