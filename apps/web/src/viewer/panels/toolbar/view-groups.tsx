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
import type { ViewerStore } from '../../store/viewer-store.ts'
import { BarButton } from './bar-button.tsx'
import { BarItem, BarMenu } from './bar-menu.tsx'
import type { WindowPreset } from './toolbar-props.ts'
import { useView } from './use-image-actions.ts'
import type { useImageActions } from './use-image-actions.ts'
import { isMirrored } from './viewport-actions.ts'
import styles from './toolbar.module.css'

interface ViewGroupProps {
  readonly store: ViewerStore
  readonly actions: ReturnType<typeof useImageActions>
  /** Why nothing can be done with the active cell. */
  readonly reason: string | undefined
}

interface PresetsProps extends ViewGroupProps {
  readonly presets: readonly WindowPreset[]
}

export function Presets({ store, actions, presets, reason }: PresetsProps) {
  const { t } = useTranslation()
  const window = useView(store, (viewport) => viewport.window)
  const isShown = (preset: WindowPreset) =>
    preset.window === null
      ? window === null
      : preset.window.center === window?.center && preset.window.width === window.width
  return (
    <BarMenu label={t('viewerPanel:view.presets')} icon={IconAdjustmentsHorizontal}>
      {(close) =>
        presets.map((preset) => (
          <BarItem
            key={preset.name}
            label={preset.name}
            isChecked={isShown(preset)}
            reason={reason}
            onClick={() => {
              actions.showWindow(preset.window)
              close()
            }}
          />
        ))
      }
    </BarMenu>
  )
}

export function Sizes({ store, actions, reason }: ViewGroupProps) {
  const { t } = useTranslation()
  const isFitted = useView(store, ({ zoom }) => zoom === null)
  const isOwnSize = useView(store, ({ zoom }) => zoom === 1 / devicePixelRatio)
  const then = (act: () => void, close: () => void) => () => {
    act()
    close()
  }
  return (
    <BarMenu label={t('viewerPanel:view.size')} icon={IconAspectRatio}>
      {(close) => (
        <>
          <BarItem
            label={t('viewerPanel:view.fit')}
            note={t('viewerPanel:view.fitNote')}
            isChecked={isFitted}
            reason={reason}
            onClick={then(actions.fit, close)}
          />
          <BarItem
            label={t('viewerPanel:view.ownSize')}
            note={t('viewerPanel:view.ownSizeNote')}
            isChecked={isOwnSize}
            reason={reason}
            onClick={then(actions.ownSize, close)}
          />
        </>
      )}
    </BarMenu>
  )
}

/** Side by side where there is room; the rarer ones in a menu where there is less. */
export function Turns({ store, actions, reason }: ViewGroupProps) {
  const { t } = useTranslation()
  const isInverted = useView(store, ({ invert }) => invert)
  const isTurnedOver = useView(store, isMirrored)
  const rare = [
    { name: 'turnLeft', icon: IconRotate2, act: actions.turnLeft },
    { name: 'mirrorAcross', icon: IconFlipVertical, act: actions.mirrorAcross },
    { name: 'mirrorDown', icon: IconFlipHorizontal, act: actions.mirrorDown },
  ] as const
  return (
    <>
      <BarButton
        label={t('viewerPanel:view.invert')}
        icon={IconContrast2}
        isPressed={isInverted}
        reason={reason}
        onClick={actions.invert}
      />
      <BarButton
        label={t('viewerPanel:view.turnRight')}
        icon={IconRotateClockwise2}
        reason={reason}
        onClick={actions.turnRight}
      />
      <span className={styles.roomy}>
        {rare.map(({ name, icon, act }) => (
          <BarButton
            key={name}
            label={t(`viewerPanel:view.${name}`)}
            icon={icon}
            reason={reason}
            onClick={act}
          />
        ))}
      </span>
      <span className={styles.tight}>
        <BarMenu
          label={t('viewerPanel:view.turns')}
          icon={IconFlipVertical}
          isActive={isTurnedOver}
        >
          {(close) =>
            rare.map(({ name, icon, act }) => (
              <BarItem
                key={name}
                label={t(`viewerPanel:view.${name}`)}
                icon={icon}
                reason={reason}
                onClick={() => {
                  act()
                  close()
                }}
              />
            ))
          }
        </BarMenu>
      </span>
    </>
  )
}
