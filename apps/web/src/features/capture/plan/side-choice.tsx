import { UnstyledButton } from '@mantine/core'
import { getOfferedViews, getSideVariants } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import styles from './plan.module.css'

interface SideChoiceProps {
  readonly species: Species
  readonly part: BodyPart
  readonly onSelect: (part: BodyPart) => void
}

/**
 * The side of the chosen limb in words, the right one at the left as on the map. Nothing is shown
 * for the trunk, whose laterals have their side in the view.
 */
export function SideChoice({ species, part, onSelect }: SideChoiceProps) {
  const { t } = useTranslation()
  const sides = getSideVariants(species, part)
  if (!sides) return null
  const { left, right, both } = sides
  const hasBoth = both && getOfferedViews(species, both).length > 0
  const choices: readonly (readonly [BodyPart, string])[] = [
    [right, t('maps:side.right')],
    ...(hasBoth ? [[both, t('maps:side.both')] as const] : []),
    [left, t('maps:side.left')],
  ]
  return (
    <div className={styles.views} role="group" aria-label={t('capture:side.title')}>
      {choices.map(([one, name]) => (
        <UnstyledButton
          key={one}
          className={styles.choice}
          data-side
          aria-pressed={one === part}
          onClick={() => onSelect(one)}
        >
          {name}
        </UnstyledButton>
      ))}
    </div>
  )
}
