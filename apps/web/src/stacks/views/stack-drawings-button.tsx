import type { Stack } from '@talus/contract'
import { IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { useScene } from '../../viewer/core/store/use-scene.ts'
import { listDrawnSlices, withSliceDrawing } from '../scene/slice-drawings.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './notices.module.css'

interface StackDrawingsButtonProps {
  readonly session: StackSession
  readonly stack: Stack
  readonly phase: number
  /** The slice that the plane shows, counted from 0. */
  readonly slice: number
}

/**
 * Tells that the slice in a plane has drawings. They belong to its image and not to the plane, so the
 * plane does not show them; a press shows the slice in the stack.
 */
export function StackDrawingsButton({ session, stack, phase, slice }: StackDrawingsButtonProps) {
  const { t } = useTranslation()
  const views = useScene(session.store, (scene) => scene.views)
  if (!listDrawnSlices({ views }, stack, phase).includes(slice)) return null
  return (
    <button
      type="button"
      className={`${styles.opener} ${styles.plain}`}
      data-line="stack-drawings"
      onClick={() =>
        session.scene.set(withSliceDrawing({ stack, phase, slice }, session.study.stacks))
      }
    >
      <Icon icon={IconPencil} />
      <span>{t('stacks:overlay.stackDrawings')}</span>
    </button>
  )
}
